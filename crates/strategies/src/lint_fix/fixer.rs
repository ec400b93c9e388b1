//! Checkers that can also write what they want: what one writes in a copy of the tree is the fix.

use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, SystemTime};

use serde::Deserialize;
use similar::{DiffOp, TextDiff};
use unbreak_core::capability::CapabilityError;
use unbreak_core::{
    Command, Confidence, DeterminedBy, Diagnostic, Edit, Fix, FixContext, FixError, RelPath, SafetyClass,
    StrategyError,
};

use super::is_unformatted;
use crate::invocation::Invocation;
use crate::state::{self, Last};
use crate::weights::confidence;

/// How much earlier than the clock a file system may say that a file was written.
const CLOCK: Duration = Duration::from_millis(20);

/// A checker, and how it is started to write.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, serde(deny_unknown_fields))]
struct Fixer {
    tools: Vec<String>,
    /// The parsers of its output.
    #[serde(default)]
    parsers: Vec<String>,
    /// The words that select the check, with those that write.
    #[serde(default)]
    subcommands: BTreeMap<String, String>,
    /// Options without a value that only check or report.
    #[serde(default)]
    drop: Vec<String>,
    /// Options that write.
    #[serde(default)]
    add: Vec<String>,
    /// Whether its changes keep the meaning.
    #[serde(default = "yes")]
    is_sure: bool,
}

fn yes() -> bool {
    true
}

#[derive(Deserialize)]
struct Fixers {
    fixer: Vec<Fixer>,
}

static FIXERS: LazyLock<Vec<Fixer>> = LazyLock::new(|| {
    #[expect(clippy::expect_used, reason = "the text is a constant that a test reads")]
    toml::from_str::<Fixers>(include_str!("../../fixers.toml"))
        .expect("valid fixers")
        .fixer
});

/// A command that writes what a checker wants.
struct Writer {
    tool: String,
    command: Command,
    is_sure: bool,
}

/// What the checkers of a command write in one state of the tree.
#[derive(Debug, Default)]
struct Written {
    /// The stretches that they change, with the checker.
    files: BTreeMap<RelPath, Vec<Edit>>,
    tools: Vec<String>,
    is_sure: bool,
}

/// The checkers of a run, with what they wrote last.
#[derive(Debug, Default)]
pub(super) struct Checkers {
    last: Last<Written>,
}

impl Checkers {
    /// The changes that the checker makes itself at a finding.
    pub(super) async fn fix(
        &self,
        diagnostic: &Diagnostic,
        file: &RelPath,
        context: &FixContext<'_>,
    ) -> Result<Option<Fix>, StrategyError> {
        let writers = match shown(context) {
            writers if writers.is_empty() => plain(diagnostic, file, context).into_iter().collect(),
            writers => writers,
        };
        if writers.is_empty() {
            return Ok(None);
        }
        let written = self.written(&writers, context).await?;
        let Some(edits) = written.files.get(file) else {
            return Ok(None);
        };
        if diagnostic.location.line.is_none() {
            return Ok(Some(written.fix(format!("format {file}"), edits.clone())));
        }
        let text = context.workspace.read_text(file)?;
        let near = edits.iter().filter(|edit| is_near(edit, &text, diagnostic));
        let near: Vec<Edit> = near.cloned().collect();
        let title = format!("make the change of {}", written.tools());
        Ok((!near.is_empty()).then(|| written.fix(title, near)))
    }

    /// All changes of the checkers that the command starts, if their output was not recognised: formatters often only
    /// print the difference.
    pub(super) async fn fix_all(&self, context: &FixContext<'_>) -> Result<Option<Fix>, StrategyError> {
        let writers = shown(context);
        if writers.is_empty() {
            return Ok(None);
        }
        let written = self.written(&writers, context).await?;
        let edits: Vec<Edit> = written.files.values().flatten().cloned().collect();
        let title = format!("make the changes of {}", written.tools());
        Ok((!edits.is_empty()).then(|| written.fix(title, edits)))
    }

    async fn written(
        &self,
        writers: &[Writer],
        context: &FixContext<'_>,
    ) -> Result<Arc<Written>, StrategyError> {
        let mut hasher = DefaultHasher::new();
        for writer in writers {
            writer.command.to_string().hash(&mut hasher);
        }
        state::digest(context).hash(&mut hasher);
        let question = hasher.finish();
        if let Some(written) = self.last.get(question) {
            return Ok(written);
        }
        let written = match write(writers, context).await {
            // There is no copy, or the tool is not there: other rules may know something.
            Err(StrategyError::Capability(error)) if !matches!(error, CapabilityError::Cancelled) => {
                Written::default()
            }
            other => other?,
        };
        Ok(self.last.keep(question, written))
    }

    pub(super) fn forget(&self) {
        self.last.forget();
    }
}

impl Written {
    fn tools(&self) -> String {
        self.tools.join(" and ")
    }

    fn fix(&self, title: String, edits: Vec<Edit>) -> Fix {
        let (confidence, origin, safety) = match self.is_sure {
            true => (confidence::stated(), DeterminedBy::ToolEdit, SafetyClass::Safe),
            false => (
                confidence::preferred(),
                DeterminedBy::ToolHint,
                SafetyClass::Unsafe,
            ),
        };
        Fix::new(super::ID, title, Confidence::new(confidence))
            .by(crate::rule::any::lint::FIXER)
            .evidence(origin)
            .because(format!(
                "the check is {}, and this is what it writes",
                self.tools()
            ))
            .safety(safety)
            .edits(edits)
    }
}

impl Writer {
    fn new(tool: &str, mut command: Command, fixer: &Fixer, context: &FixContext<'_>) -> Self {
        command.directory.clone_from(&context.command.directory);
        command.timeout = context.patience();
        Self {
            tool: tool.to_owned(),
            command,
            is_sure: fixer.is_sure,
        }
    }
}

/// The commands that write what the checkers of the user's command want.
fn shown(context: &FixContext<'_>) -> Vec<Writer> {
    let invocations = Invocation::all(context.command, context.workspace);
    let writers = invocations.iter().filter_map(|invocation| {
        let tool = invocation.tool();
        let mut fixers = FIXERS
            .iter()
            .filter(|it| it.tools.iter().any(|name| name == tool));
        fixers.find_map(|fixer| {
            let args = fixer.writing(invocation.tool_args())?;
            Some(Writer::new(tool, invocation.with_tool_args(args), fixer, context))
        })
    });
    writers.collect()
}

/// The command that writes what the checker of a finding wants, if nothing shows how it was started.
fn plain(diagnostic: &Diagnostic, file: &RelPath, context: &FixContext<'_>) -> Option<Writer> {
    let fixer = FIXERS.iter().find(|fixer| {
        (fixer.subcommands.is_empty() || is_unformatted(diagnostic))
            && fixer.parsers.iter().any(|parser| *parser == diagnostic.parser)
    })?;
    let words = fixer.subcommands.values().chain(&fixer.add).cloned();
    let file = context.workspace.root().join(file).to_string_lossy().into_owned();
    let tool = fixer.tools.first()?;
    let command = Command::new(tool.clone(), words.chain([file]));
    Some(Writer::new(tool, command, fixer, context))
}

/// Runs the commands in a copy of the tree.
async fn write(writers: &[Writer], context: &FixContext<'_>) -> Result<Written, StrategyError> {
    let failed = |error: std::io::Error| StrategyError::Other(error.to_string());
    let denied = || CapabilityError::Denied("files beside the workspace".to_owned());
    let copy = tempfile::tempdir_in(context.scratch.ok_or_else(denied)?).map_err(failed)?;
    let place = copy.path().join("tree");
    context.workspace.copy_to(&place)?;
    let since = SystemTime::now() - CLOCK;
    let runner = context.runner.elsewhere(&place)?;
    for writer in writers {
        runner
            .run(&moved(&writer.command, context.workspace.root(), &place))
            .await?;
    }
    let mut files = BTreeMap::new();
    for file in &*context.workspace.files() {
        let there = place.join(file.as_str());
        let changed = there.metadata().and_then(|metadata| metadata.modified());
        if changed.is_ok_and(|changed| changed >= since)
            && let (Ok(old), Ok(new)) = (context.workspace.read_text(file), fs::read_to_string(&there))
            && old != new
        {
            files.insert(file.clone(), edits(file, &old, &new)?);
        }
    }
    Ok(Written {
        files,
        tools: writers.iter().map(|writer| writer.tool.clone()).collect(),
        is_sure: writers.iter().all(|writer| writer.is_sure),
    })
}

/// A command whose words name the copy where they named the tree.
fn moved(command: &Command, root: &Path, place: &Path) -> Command {
    let (root, place) = (root.to_string_lossy(), place.to_string_lossy());
    let mut words = command.words().map(|word| word.replace(&*root, &place));
    let program = words.next().unwrap_or_default();
    let mut moved = Command::new(program, words);
    moved.directory.clone_from(&command.directory);
    moved.timeout = command.timeout;
    moved
}

impl Fixer {
    /// The arguments with which it writes; `None` for another use of the tool, or if it writes already.
    fn writing(&self, args: &[String]) -> Option<Vec<String>> {
        if self.add.iter().any(|flag| args.contains(flag)) {
            return None;
        }
        let at = args.iter().position(|arg| !arg.starts_with(['-', '+']));
        let selected = at.and_then(|at| Some((at, self.subcommands.get(&args[at])?)));
        if selected.is_none() && !self.subcommands.is_empty() {
            return None;
        }
        let mut writing: Vec<String> = Vec::new();
        if selected.is_none() {
            writing.extend(self.add.iter().cloned());
        }
        for (index, arg) in args.iter().enumerate() {
            match selected.filter(|(at, _)| *at == index) {
                Some((_, word)) => {
                    writing.push(word.clone());
                    writing.extend(self.add.iter().cloned());
                }
                None if self.drop.contains(arg) => {}
                None => writing.push(arg.clone()),
            }
        }
        Some(writing)
    }
}

/// Returns whether an edit changes a line of a finding, or one beside it.
fn is_near(edit: &Edit, text: &str, diagnostic: &Diagnostic) -> bool {
    let Some(line) = diagnostic.location.line else {
        return false;
    };
    let last = diagnostic.location.end_line.unwrap_or(line);
    let number = |at: usize| u32::try_from(text[..at].matches('\n').count() + 1).unwrap_or(u32::MAX);
    let from = number(edit.range.start);
    let to = number(edit.range.end.saturating_sub(1).max(edit.range.start));
    from <= last.saturating_add(1) && line <= to.saturating_add(1)
}

/// The lines that differ, each stretch as an edit.
fn edits(file: &RelPath, old: &str, new: &str) -> Result<Vec<Edit>, FixError> {
    let diff = TextDiff::from_lines(old, new);
    let starts = |text: &str| -> Vec<usize> {
        let ends = text.split_inclusive('\n').scan(0, |end, line| {
            *end += line.len();
            Some(*end)
        });
        std::iter::once(0).chain(ends).collect()
    };
    let (old_starts, new_starts) = (starts(old), starts(new));
    let changes = diff.ops().iter().filter(|op| op.tag() != similar::DiffTag::Equal);
    let edit = |op: &DiffOp| {
        let (from, to) = (op.old_range(), op.new_range());
        let replacement = &new[new_starts[to.start]..new_starts[to.end]];
        Edit::replace(
            file,
            old,
            old_starts[from.start]..old_starts[from.end],
            replacement,
        )
    };
    changes.map(edit).collect()
}

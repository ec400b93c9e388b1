//! A file that the formatter of the failing check would write otherwise.

use similar::TextDiff;
use unbreak_core::{
    Command, Confidence, DeterminedBy, Edit, Fix, FixContext, FixError, RelPath, StrategyError,
};

use crate::invocation::Invocation;
use crate::weights::confidence;

/// A formatter, and how it is made to format its standard input.
struct Formatter {
    /// The id of the parser that reads its complaints.
    parser: &'static str,
    tool: &'static str,
    /// The first of its arguments.
    subcommand: Option<&'static str>,
    /// The flag for the name of the file whose text is on standard input.
    name_flag: &'static str,
    /// Options that decide how it formats, and take no value.
    style: &'static [&'static str],
    /// Style options that take a value.
    style_with_value: &'static [&'static str],
}

static FORMATTERS: &[Formatter] = &[
    Formatter {
        parser: "black",
        tool: "black",
        subcommand: None,
        name_flag: "--stdin-filename",
        style: &[
            "-S",
            "--skip-string-normalization",
            "-C",
            "--skip-magic-trailing-comma",
            "--preview",
            "--unstable",
            "--pyi",
        ],
        style_with_value: &["-l", "--line-length", "-t", "--target-version", "--config"],
    },
    Formatter {
        parser: "ruff",
        tool: "ruff",
        subcommand: Some("format"),
        name_flag: "--stdin-filename",
        style: &["--preview", "--isolated"],
        style_with_value: &["--line-length", "--target-version", "--config"],
    },
    Formatter {
        parser: "isort",
        tool: "isort",
        subcommand: None,
        name_flag: "--filename",
        style: &[
            "--fss",
            "--force-sort-within-sections",
            "--sl",
            "--force-single-line-imports",
        ],
        style_with_value: &[
            "--profile",
            "--settings-path",
            "--settings-file",
            "-l",
            "--line-length",
            "-p",
            "--project",
        ],
    },
];

/// The fix that makes a file what the formatter would write.
pub(super) async fn fix(
    strategy: &str,
    parser: &str,
    file: &RelPath,
    context: &FixContext<'_>,
) -> Result<Option<Fix>, StrategyError> {
    let Some(formatter) = FORMATTERS.iter().find(|formatter| formatter.parser == parser) else {
        return Ok(None);
    };
    let text = context.workspace.read_text(file)?;
    let mut command = formatter.command(file, context);
    command.stdin = Some(text.clone());
    let completed = context.runner.run(&command).await?;
    let formatted = String::from_utf8(completed.stdout).unwrap_or_default();
    if !completed.exit.is_success() || formatted.is_empty() {
        return Ok(None);
    }
    let fix = Fix::new(
        strategy,
        format!("format {file}"),
        Confidence::new(confidence::stated()),
    )
    .by(crate::rule::python::lint::FORMAT)
    .evidence(DeterminedBy::ToolEdit)
    .because(format!(
        "the check is {}, and this is what it writes",
        formatter.tool
    ))
    .edits(edits(file, &text, &formatted)?);
    Ok(Some(fix))
}

impl Formatter {
    /// The user's own way to start it, or the plain one.
    fn command(&self, file: &RelPath, context: &FixContext<'_>) -> Command {
        let invocations = Invocation::all(context.command, context.workspace);
        let is_own = |invocation: &&Invocation| {
            let first = invocation.tool_args().first().map(String::as_str);
            invocation.tool() == self.tool && self.subcommand.is_none_or(|name| first == Some(name))
        };
        let user = invocations.iter().find(is_own);
        let style = user.map_or_else(Vec::new, |user| self.style_of(user.tool_args()));
        let path = context.workspace.root().join(file).to_string_lossy().into_owned();
        let name = [self.name_flag.to_owned(), path, "-".to_owned()];
        let subcommand = self.subcommand.map(str::to_owned);
        let args: Vec<String> = subcommand.into_iter().chain(style).chain(name).collect();
        let mut command = match user {
            Some(user) => user.with_tool_args(args),
            None => Command::new(self.tool, args),
        };
        command.directory = context.command.directory.clone();
        command
    }

    /// The user's arguments that determine the formatting.
    fn style_of(&self, args: &[String]) -> Vec<String> {
        let mut kept = Vec::new();
        let mut words = args.iter();
        while let Some(word) = words.next() {
            let name = word.split('=').next().unwrap_or_default();
            if self.style.contains(&name) {
                kept.push(word.clone());
            } else if self.style_with_value.contains(&name) {
                kept.push(word.clone());
                if name == word {
                    kept.extend(words.next().cloned());
                }
            }
        }
        kept
    }
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
    let edit = |op: &similar::DiffOp| {
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

//! Asks ruff for the edits that its text output leaves out.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, Mutex, PoisonError};

use serde::Deserialize;
use unbreak_core::{
    Applicability, Command, Diagnostic, FixContext, Location, RelPath, StrategyError, SuggestedEdit,
    Suggestion, Workspace,
};

use crate::invocation::Invocation;

/// The last output of ruff, shared by the many findings of one run.
#[derive(Debug, Default)]
pub(super) struct Ruff {
    last: Mutex<Option<Arc<Answer>>>,
}

/// The output of one run of ruff, and the texts it was about.
#[derive(Debug)]
struct Answer {
    question: String,
    findings: Vec<Finding>,
    texts: BTreeMap<RelPath, u64>,
}

#[derive(Debug, Clone, Deserialize)]
struct Finding {
    filename: String,
    code: Option<String>,
    location: Place,
    fix: Option<RuffFix>,
}

#[derive(Debug, Clone, Deserialize)]
struct RuffFix {
    applicability: String,
    message: Option<String>,
    edits: Vec<RuffEdit>,
}

#[derive(Debug, Clone, Deserialize)]
struct RuffEdit {
    content: String,
    location: Place,
    end_location: Place,
}

/// 1-based, in characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
struct Place {
    row: u32,
    column: u32,
}

impl Ruff {
    /// ruff's edit for a finding that was reported: the same rule at the same place, nothing else.
    pub(super) async fn suggestion(
        &self,
        diagnostic: &Diagnostic,
        file: &RelPath,
        context: &FixContext<'_>,
    ) -> Result<Option<Suggestion>, StrategyError> {
        let answer = self.answer(file, context).await?;
        let is_reported = |finding: &&Finding| {
            finding.code == diagnostic.code
                && Some(finding.location.row) == diagnostic.location.line
                && diagnostic
                    .location
                    .column
                    .is_none_or(|column| column == finding.location.column)
                && context.workspace.locate(&finding.filename).as_ref() == Some(file)
        };
        let finding = answer.findings.iter().find(is_reported);
        Ok(finding.and_then(|finding| suggestion(finding, file)))
    }

    /// Ruff's findings on the current tree; queried once for all findings of a file.
    async fn answer(&self, file: &RelPath, context: &FixContext<'_>) -> Result<Arc<Answer>, StrategyError> {
        let command = command(file, context);
        let question = format!("{}\n{command}", context.workspace.root().display());
        let now = hash_of(context.workspace, file);
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(last) =
            last.filter(|last| last.question == question && last.texts.get(file) == Some(&now))
        {
            return Ok(last);
        }
        let completed = context.runner.run(&command).await?;
        let findings: Vec<Finding> = serde_json::from_slice(&completed.stdout).unwrap_or_default();
        let files = findings
            .iter()
            .filter_map(|finding| context.workspace.locate(&finding.filename));
        let texts = files
            .map(|file| (file.clone(), hash_of(context.workspace, &file)))
            .collect();
        let answer = Arc::new(Answer {
            question,
            findings,
            texts,
        });
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(Arc::clone(&answer));
        Ok(answer)
    }
}

fn hash_of(workspace: &dyn Workspace, file: &RelPath) -> u64 {
    let mut hasher = DefaultHasher::new();
    workspace.read(file).unwrap_or_default().hash(&mut hasher);
    hasher.finish()
}

/// The user's own `ruff check`, with JSON as its output; the plain one on the file when the command
/// does not show how it starts ruff.
fn command(file: &RelPath, context: &FixContext<'_>) -> Command {
    let invocations = Invocation::all(context.command, context.workspace);
    let user = invocations.iter().find(|invocation| invocation.tool() == "ruff");
    let mut command = match user {
        Some(user) if user.tool_args().first().is_some_and(|first| first == "check") => {
            user.with_tool_args(with_json_output(user.tool_args()))
        }
        _ => {
            let path = context.workspace.root().join(file);
            Command::new(
                "ruff",
                ["check", "--output-format", "json", &path.to_string_lossy()],
            )
        }
    };
    command.directory = context.command.directory.clone();
    command
}

/// The arguments without those that change what is printed or written.
fn with_json_output(args: &[String]) -> Vec<String> {
    const DROPPED: &[&str] = &[
        "--fix",
        "--fix-only",
        "--unsafe-fixes",
        "--diff",
        "--watch",
        "-w",
        "--statistics",
        "--show-fixes",
        "--quiet",
        "-q",
        "--silent",
        "-s",
        "--verbose",
        "-v",
    ];
    const DROPPED_WITH_VALUE: &[&str] = &["--output-format", "--format", "--output-file", "-o"];
    let mut kept = Vec::new();
    let mut words = args.iter();
    while let Some(word) = words.next() {
        let name = word.split('=').next().unwrap_or_default();
        if DROPPED_WITH_VALUE.contains(&name) {
            if name == word {
                words.next();
            }
        } else if !DROPPED.contains(&name) {
            kept.push(word.clone());
        }
    }
    kept.insert(1.min(kept.len()), "--output-format=json".to_owned());
    kept
}

fn suggestion(finding: &Finding, file: &RelPath) -> Option<Suggestion> {
    let fix = finding.fix.as_ref()?;
    let applicability = match fix.applicability.as_str() {
        "safe" => Applicability::MachineApplicable,
        "unsafe" => Applicability::MaybeIncorrect,
        _ => Applicability::DisplayOnly,
    };
    let edits = fix.edits.iter().map(|edit| SuggestedEdit {
        location: Location::column(file.as_str(), edit.location.row, edit.location.column)
            .until(edit.end_location.row, edit.end_location.column),
        replacement: edit.content.clone(),
    });
    Some(Suggestion {
        title: fix.message.clone().unwrap_or_else(|| "ruff's own fix".to_owned()),
        applicability,
        edits: edits.collect(),
    })
}

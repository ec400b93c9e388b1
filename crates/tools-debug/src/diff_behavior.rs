//! `diff_behavior`: how a command behaves differently on another commit.

mod side;
mod stream;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use unbreak_core::{Descriptor, ToolContext, ToolError};

use self::side::{Observed, Side};
use self::stream::{StreamDiff, compare};
use crate::describe::describe;
use crate::experiment::experiment;
use crate::subject;

static DESCRIPTOR: Descriptor = describe(
    "diff_behavior",
    "runs a command on two commits and reports the differences",
    DOCS,
    &[],
);

const DOCS: &str = "\
# What it does
Runs the command on two commits, or on one commit and the work tree, and compares exit code, output,
the errors that the parsers find, the time, and named files.

# What changes anyway
Each side is run more than once, in turns. Differences between two runs of the same side (times, addresses,
random ids) are masked with `<*>` on both sides and never reported.

# Safety
Commits are checked out in scratch repositories. For the work tree, the command runs in place.";

/// Comparison of two commits.
#[derive(Debug, Clone, Copy)]
pub struct DiffBehavior;

experiment!(DiffBehavior: Input => diff, output_schema);

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Input {
    /// Program and arguments.
    #[schemars(length(min = 1))]
    command: Vec<String>,
    /// The commit before the change.
    before: String,
    /// The commit after it; the work tree, if not given.
    #[serde(default)]
    after: Option<String>,
    /// Seconds that one run may take.
    #[serde(default)]
    #[schemars(extend("exclusiveMinimum" = 0))]
    timeout_seconds: Option<f64>,
    /// Runs of each side.
    #[serde(default)]
    #[schemars(range(min = 2), extend("default" = RUNS))]
    runs: Option<usize>,
    /// Files that the command writes, relative to where it runs.
    #[serde(default)]
    files: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Output {
    same: bool,
    before: Report,
    after: Report,
    exit_changed: bool,
    stdout: StreamDiff,
    stderr: StreamDiff,
    files: Vec<FileDiff>,
    /// Errors that only one side has, by their signatures.
    gone: Vec<String>,
    new: Vec<String>,
    time: Time,
    warnings: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Report {
    /// The commit; nothing for the work tree.
    commit: Option<String>,
    exit: unbreak_core::ExitState,
    /// Whether every run ended in the same way.
    steady: bool,
    duration_ms: Vec<u64>,
}

#[derive(Debug, Serialize)]
struct FileDiff {
    file: String,
    #[serde(flatten)]
    diff: StreamDiff,
}

#[derive(Debug, Serialize)]
struct Time {
    before_ms: u64,
    after_ms: u64,
    /// Whether every run of one side took longer than every run of the other, by half or more.
    changed: bool,
}

/// Two runs show which parts change anyway.
const RUNS: usize = 2;

fn output_schema() -> Value {
    let stream = json!({
        "type": "object",
        "properties": {
            "same": { "type": "boolean" },
            "added": { "type": "integer" }, "removed": { "type": "integer" },
            "masked": { "type": "integer", "description": "lines in which something changes anyway" },
            "diff": { "type": "string", "description": "unified" },
        },
    });
    json!({
        "type": "object",
        "properties": {
            "same": { "type": "boolean" },
            "before": { "type": "object" }, "after": { "type": "object" },
            "exit_changed": { "type": "boolean" },
            "stdout": stream, "stderr": stream,
            "files": { "type": "array", "items": { "type": "object" } },
            "gone": { "type": "array", "items": { "type": "string" } },
            "new": { "type": "array", "items": { "type": "string" } },
            "time": { "type": "object" },
            "warnings": { "type": "array", "items": { "type": "string" } },
        },
        "required": ["same", "before", "after", "exit_changed", "stdout", "stderr", "gone", "new"],
    })
}

async fn diff(input: Input, context: &ToolContext<'_>) -> Result<Output, ToolError> {
    let runs = input.runs.unwrap_or(RUNS);
    if runs < RUNS {
        return Err(ToolError::Input(
            "each side must be run at least twice, to see what changes anyway".to_owned(),
        ));
    }
    let command = subject::command(&input.command, input.timeout_seconds)?;
    let before = Side::of(Some(&input.before), "before", context)?;
    let after = Side::of(input.after.as_deref(), "after", context)?;
    let (mut old, mut new) = (Observed::default(), Observed::default());
    // The sides take turns, so that time passes between the runs of each side.
    for _ in 0..runs {
        before.run(&command, &input.files, &mut old, context).await?;
        after.run(&command, &input.files, &mut new, context).await?;
    }
    let reader = context.reader()?;
    let errors = (old.errors(&command, reader), new.errors(&command, reader));
    let warnings = before.warnings().into_iter().chain(after.warnings()).collect();
    Ok(report(
        (before, &old),
        (after, &new),
        &errors,
        &input.files,
        warnings,
    ))
}

fn report(
    old: (Side, &Observed),
    new: (Side, &Observed),
    errors: &(Vec<String>, Vec<String>),
    files: &[String],
    warnings: Vec<String>,
) -> Output {
    let ((before, old), (after, new)) = (old, new);
    let files: Vec<FileDiff> = files
        .iter()
        .enumerate()
        .map(|(at, file)| FileDiff {
            file: file.clone(),
            diff: compare(&old.files(at), &new.files(at)),
        })
        .collect();
    let (stdout, stderr) = (
        compare(&old.stdout(), &new.stdout()),
        compare(&old.stderr(), &new.stderr()),
    );
    let exit_changed = old.exit() != new.exit();
    let (gone, added) = (missing(&errors.0, &errors.1), missing(&errors.1, &errors.0));
    Output {
        same: !exit_changed && stdout.same && stderr.same && files.iter().all(|file| file.diff.same),
        before: summary(before, old),
        after: summary(after, new),
        exit_changed,
        stdout,
        stderr,
        files,
        gone,
        new: added,
        time: time(old, new),
        warnings,
    }
}

fn summary(side: Side, observed: &Observed) -> Report {
    Report {
        commit: side.commit,
        exit: observed.exit(),
        steady: observed.is_steady(),
        duration_ms: observed.durations(),
    }
}

/// The elements that the first has and the second does not have.
fn missing(of: &[String], from: &[String]) -> Vec<String> {
    of.iter()
        .filter(|signature| !from.contains(signature))
        .cloned()
        .collect()
}

fn time(old: &Observed, new: &Observed) -> Time {
    let ends = |observed: &Observed| {
        let durations = observed.durations();
        let ends = durations
            .iter()
            .copied()
            .min()
            .zip(durations.iter().copied().max());
        ends.unwrap_or_default()
    };
    let ((old_least, old_most), (new_least, new_most)) = (ends(old), ends(new));
    let is_slower = |least: u64, most: u64| least > most + most / 2;
    Time {
        before_ms: old_least,
        after_ms: new_least,
        changed: is_slower(old_least, new_most) || is_slower(new_least, old_most),
    }
}

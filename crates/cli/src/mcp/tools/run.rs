//! `run`: make a failing command pass.

use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use unbreak_core::redact::Redact as _;
use unbreak_core::{Command, Diagnosis, Remedy, Report};
use unbreak_host::{RunOptions, TaskDescription};

use super::{BuiltIn, Call, Effect, arguments, directory, schema};
use crate::commands::run::{check_program, focus_files};
use crate::error::CliError;
use crate::mcp::answer::Answer;
use crate::mcp::follow::Follow;
use crate::mcp::job::{Job, Work};
use crate::mcp::shared::Shared;
use crate::render::summary::{at, passes, verdict, why};
use crate::render::{markdown, message};

pub(super) const TOOL: BuiltIn = BuiltIn {
    name: "run",
    title: "Make a failing command pass",
    description: "Runs a failing command (tests, build, linter), finds the smallest edits that make it pass, \
                  verifies each by running it again, and rolls back changes that do not help. `undo` undoes the \
                  run; dry_run only shows the diff.",
    effect: Effect::Changes,
    input: schema::<Input>,
    result: schema::<Repaired>,
    work,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Input {
    /// The program and its arguments, word by word: ["pytest", "-q"].
    command: Vec<String>,
    /// Directory to work in; otherwise the first root.
    #[serde(default)]
    workspace: Option<String>,
    /// Verify the fixes and leave the tree as it is.
    #[serde(default)]
    dry_run: bool,
    /// One git commit for each fix.
    #[serde(default)]
    commit: bool,
    /// Default 10.
    #[serde(default)]
    max_iterations: Option<u32>,
    /// Kill one run of the command after so long; default 1800.
    #[serde(default)]
    timeout_seconds: Option<f64>,
    /// Stop after so long in all.
    #[serde(default)]
    budget_seconds: Option<f64>,
    /// The task that the command belongs to. Each failing test is then repaired by itself.
    #[serde(default)]
    task: Option<String>,
    /// Files that the task is about.
    #[serde(default)]
    focus: Vec<String>,
    /// Files or globs that must exist in the end.
    #[serde(default)]
    deliver: Vec<String>,
    /// Seconds until a job id is returned; 0 to 55, default 45.
    #[serde(default)]
    #[expect(dead_code, reason = "the server reads it")]
    wait_seconds: Option<u32>,
}

/// The short result of a run.
#[derive(Debug, Serialize, JsonSchema)]
struct Repaired {
    /// Names the run for `undo`.
    run_id: String,
    /// Whether the command passes now.
    passes: bool,
    outcome: String,
    runs: u32,
    /// Diagnoses of what is missing outside the tree, if the command still fails, with the commands that help.
    diagnoses: Vec<Missing>,
    fixed: Vec<Kept>,
    remaining: Vec<Remaining>,
    refused: Vec<Refused>,
    diff: String,
    warnings: Vec<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Missing {
    kind: String,
    subject: String,
    summary: String,
    at: String,
    because: Vec<String>,
    /// The best first; one is enough.
    commands: Vec<MissingCommand>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct MissingCommand {
    command: String,
    /// The system that it is for: `debian`, `fedora`, `arch`, `homebrew`; null for any.
    system: Option<String>,
    /// The class of `--allow` with which this program may run it; null if it never does.
    needs: Option<String>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Kept {
    title: String,
    strategy: String,
    /// The rule of the strategy; `explain` shows it.
    rule: Option<String>,
    safety: String,
    right_because: String,
    wrong_if: String,
    verified: String,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Remaining {
    at: String,
    why: String,
}

#[derive(Debug, Serialize, JsonSchema)]
struct Refused {
    title: String,
    rule: String,
    reason: String,
}

fn work(call: Call) -> Result<Work, CliError> {
    let input: Input = arguments(call.arguments.clone())?;
    let directory = directory(&call, input.workspace.as_ref())?;
    let command = command(&input.command, &directory)?;
    let options = options(&input, &call.shared, &directory)?;
    let shared = call.shared;
    Ok(Box::new(move |job| {
        repair(&shared, &directory, &command, &options, job)
    }))
}

/// The command of a call.
pub(super) fn command(words: &[String], directory: &Path) -> Result<Command, CliError> {
    let Some((program, rest)) = words.split_first() else {
        return Err(CliError::usage("there is no command to run")
            .hint("give it word by word: [\"pytest\", \"-q\"]".to_owned()));
    };
    check_program(program, directory)?;
    Ok(Command::new(program, rest))
}

fn options(input: &Input, shared: &Shared, directory: &Path) -> Result<RunOptions, CliError> {
    const TIMEOUT: Duration = Duration::from_secs(1800);
    let timeout = seconds("timeout_seconds", input.timeout_seconds)?.unwrap_or(TIMEOUT);
    let focus = focus_files(directory, &input.focus)?;
    Ok(RunOptions {
        max_iterations: input.max_iterations.unwrap_or(10).max(1),
        timeout: Some(timeout).filter(|timeout| !timeout.is_zero()),
        budget_time: seconds("budget_seconds", input.budget_seconds)?,
        dry_run: input.dry_run,
        commit: input.commit,
        task: input.task.as_ref().map(|text| TaskDescription::new(text, focus)),
        deliverables: input.deliver.clone(),
        ..shared.run_options()
    })
}

/// A time in seconds.
pub(super) fn seconds(name: &str, given: Option<f64>) -> Result<Option<Duration>, CliError> {
    given.map_or(Ok(None), |seconds| {
        let time = Duration::try_from_secs_f64(seconds);
        time.map(Some).map_err(|error| {
            CliError::usage(format!("{name}: {seconds} is not a time in seconds")).caused_by(&error)
        })
    })
}

fn repair(
    shared: &Shared,
    directory: &Path,
    command: &Command,
    options: &RunOptions,
    job: &Arc<Job>,
) -> Result<Answer, CliError> {
    let agent = shared.agent(directory)?;
    let mut follow = Follow(Arc::clone(job));
    let run = agent.run(command, options, &mut follow, &job.cancel);
    let mut report = super::block_on(run)??;
    report.diff.redact();
    let mut text = Vec::new();
    markdown::report(&mut text, &report)?;
    let text = String::from_utf8_lossy(&text).into_owned();
    let short = super::value(&Repaired::of(&report))?;
    Ok(Answer::with_whole(
        text,
        short,
        Some(&super::value(&report)?),
        &shared.documents,
    ))
}

impl Missing {
    fn of(diagnosis: &Diagnosis) -> Self {
        let command = |remedy: &Remedy| MissingCommand {
            command: remedy.command.clone(),
            system: remedy.system.clone(),
            needs: remedy.needs.clone(),
        };
        Self {
            kind: diagnosis.kind.to_string(),
            subject: diagnosis.subject.clone(),
            summary: diagnosis.summary.clone(),
            at: at(&diagnosis.seen.location.to_string(), &diagnosis.seen.text),
            because: diagnosis.because.clone(),
            commands: diagnosis.remedies.iter().map(command).collect(),
        }
    }
}

impl Repaired {
    fn of(report: &Report) -> Self {
        let outcome = super::value(&report.outcome).ok();
        let outcome = outcome.and_then(|outcome| outcome["kind"].as_str().map(str::to_owned));
        let unresolved = report.unresolved.iter().map(|result| Remaining {
            at: at(&result.place, &result.message),
            why: why(result),
        });
        let left = report
            .remaining
            .iter()
            .filter(|_| report.unresolved.is_empty())
            .map(|error| Remaining {
                at: at(&error.place(), message(error)),
                why: String::new(),
            });
        Self {
            run_id: report.run_id.clone(),
            passes: passes(report),
            outcome: outcome.unwrap_or_else(|| verdict(report)),
            runs: report.runs,
            diagnoses: report.diagnoses.iter().map(Missing::of).collect(),
            fixed: report
                .fixed
                .iter()
                .map(|fix| Kept {
                    title: fix.title.clone(),
                    strategy: fix.strategy.clone(),
                    rule: fix.rule.as_deref().map(str::to_owned),
                    safety: fix.safety.to_string(),
                    right_because: fix.right_because.clone(),
                    wrong_if: fix.wrong_if.clone(),
                    verified: fix.verified.clone(),
                })
                .collect(),
            remaining: unresolved.chain(left).collect(),
            refused: report
                .refused
                .iter()
                .map(|fix| Refused {
                    title: fix.title.clone(),
                    rule: fix.rule.clone(),
                    reason: format!(
                        "{}; `unbreak mcp --allow {}` would allow it",
                        fix.reason, fix.rule
                    ),
                })
                .collect(),
            diff: report.diff.clone(),
            warnings: report.warnings.clone(),
        }
    }
}

//! `flake_check`: whether a command fails only sometimes, how often, and why.

mod cause;
mod culprit;
mod harness;
mod instant;
mod lab;
mod outcome;
mod past;
mod report;
mod sequential;
mod setting;
mod study;
mod surroundings;
mod tally;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use unbreak_core::{Descriptor, Example, ToolContext, ToolError};

use self::cause::Cause;
use self::culprit::culprits;
use self::lab::Lab;
use self::outcome::Run;
use self::past::Past;
use self::report::{Output, TestReport};
use self::study::Study;
use self::tally::Plan;
use crate::describe::describe;
use crate::experiment::experiment;
use crate::statistics::Rate;
use crate::subject;

static DESCRIPTOR: Descriptor = describe(
    "flake_check",
    "runs a command many times, and reports how often it fails, which tests fail, and what that depends on",
    DOCS,
    &EXAMPLES,
);

const DOCS: &str = "\
# What it does
Runs the command many times and counts the failures of the whole and of each test. The tests come from
the output of pytest, Jest, Vitest, `go test`, `cargo test` and `cargo nextest`, or from a JUnit
report; for any other runner, the failed tests come from the parsers. The interval is exact (Clopper
and Pearson 1934). Flaky tests of earlier calls are reported too, and their records are updated.

With `sequential` it runs until it can distinguish a failure rate of 1 % or less from one of 10 % or
more, for every test, with an error of 5 % either way: 31 runs if nothing fails (Wald 1945).

# Why it fails
With `experiments` everything possible is pinned: the order of tests, the hash seed, random numbers,
and the clock, which is stopped. Then one thing at a time takes other values. A test that always fails
with one value and always passes with another depends on that thing, even if it never failed before.
For the order, the tests that make the difference are found by leaving out others. A test whose result
varies although everything is pinned has a race, as does a test that fails on busy processors or on a
single one. A test that always fails in a network namespace with only this machine needs a network.

Random numbers and the clock are pinned in Python and Node, hashes in Python and Perl. A stopped clock
still advances while a program sleeps, and each time it is read, so that waiting for a time ends.

# Safety
It runs the command and nothing else. The files for an experiment are in a scratch directory.";

static EXAMPLES: [Example; 1] = [Example::new(
    "a command that never fails",
    r#"{"command": ["true"], "runs": 4}"#,
    r#"{"flaky": false, "verdict": "passes", "failures": {"count": 0, "of": 4}}"#,
)];

/// Runs it many times.
#[derive(Debug, Clone, Copy)]
pub struct FlakeCheck;

experiment!(FlakeCheck: Input => check, output_schema);

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Input {
    /// Program and arguments.
    #[schemars(length(min = 1))]
    command: Vec<String>,
    /// Seconds that one run may take.
    #[serde(default)]
    #[schemars(extend("exclusiveMinimum" = 0))]
    timeout_seconds: Option<f64>,
    /// The number of runs.
    #[serde(default)]
    #[schemars(range(min = 1), extend("default" = RUNS))]
    runs: Option<u32>,
    /// Run until it is clear, at most 200 times, instead of a number of runs.
    #[serde(default)]
    sequential: bool,
    /// Runs at a time.
    #[serde(default)]
    #[schemars(range(min = 1), extend("default" = 1))]
    jobs: Option<u32>,
    /// Tests that fail in a smaller share of runs are not reported as flaky.
    #[serde(default)]
    #[schemars(range(min = 0, max = 1))]
    threshold: f64,
    /// Find out what the tests depend on.
    #[serde(default)]
    experiments: bool,
    /// The causes that experiments look for; every one, if none is named.
    #[serde(default)]
    only: Vec<Cause>,
    /// A JUnit report that the command writes.
    #[serde(default)]
    report: Option<String>,
}

/// The default number of runs.
const RUNS: u32 = 5;

/// Tests for which those are searched that make the difference.
const EXPLAINED: usize = 8;

fn output_schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "flaky": { "type": "boolean", "description": "whether the command, or any test, is" },
            "verdict": { "enum": ["passes", "fails", "flaky"] },
            "failures": Rate::schema(),
            "tests": { "type": "array", "items": TestReport::schema() },
            "solid": { "type": "integer", "description": "tests that passed whatever was tried" },
            "runs": { "type": "integer", "description": "all runs, those of experiments included" },
            "causes": { "type": "array", "items": Cause::schema() },
            "why": { "type": "array", "items": { "type": "object" }, "description": "of the command as a whole" },
            "warnings": { "type": "array", "items": { "type": "string" } },
            "note": { "type": "string" },
        },
        "required": ["flaky", "verdict", "failures", "tests", "causes", "note"],
    })
}

async fn check(input: Input, context: &ToolContext<'_>) -> Result<Output, ToolError> {
    if input.runs == Some(0) || input.jobs == Some(0) || !(0.0..=1.0).contains(&input.threshold) {
        return Err(ToolError::Input(
            "runs and jobs must be at least 1, and the threshold a share between 0 and 1".to_owned(),
        ));
    }
    let command = subject::command(&input.command, input.timeout_seconds)?;
    let mut lab = Lab::new(command, input.report.as_deref(), context)?;
    let plan = match input.sequential {
        true => Plan::UntilClear,
        false => Plan::Runs(input.runs.unwrap_or(RUNS)),
    };
    // A report is one file, which runs side by side would overwrite.
    let jobs = if input.report.is_some() {
        1
    } else {
        input.jobs.unwrap_or(1)
    };
    let runs = plan.carry_out(&lab, jobs).await?;
    let mut found = Output::of(&runs, input.threshold);
    if input.experiments {
        lab.limit(runs.iter().map(|run| run.took).max().unwrap_or_default());
        let wanted = if input.only.is_empty() {
            Cause::ALL.to_vec()
        } else {
            input.only
        };
        explain(&mut found, &lab, &runs, &wanted).await?;
    }
    found.runs = lab.runs();
    let past = Past::of(context).await;
    found
        .warnings
        .extend(past.note(&mut found.tests, &runs, context).await);
    Ok(found.concluded())
}

/// Makes the experiments, and searches for the tests that others depend on.
async fn explain(found: &mut Output, lab: &Lab<'_>, runs: &[Run], wanted: &[Cause]) -> Result<(), ToolError> {
    let study = Study::of(lab, runs, wanted).await?;
    found.learn(&study);
    for test in study.orders.keys().take(EXPLAINED) {
        if let Some(culprits) = culprits(test, &study, lab).await? {
            found.name_culprits(test, &culprits);
        }
    }
    Ok(())
}

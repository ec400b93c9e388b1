//! `flake_check`: whether a command fails only sometimes, how often, and why.

mod arms;
mod experiment;
mod sequential;

use std::collections::BTreeMap;

use async_trait::async_trait;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use unbreak_core::{Command, DebugTool, Descriptor, Example, ToolContext, ToolError, register_tool};

use self::experiment::{Finding, experiments};
use self::sequential::Sequential;
use crate::describe::describe;
use crate::failure::Failure;
use crate::join;
use crate::statistics::Rate;
use crate::subject::{self, Subject};

static DESCRIPTOR: Descriptor = describe(
    "flake_check",
    "runs a command many times: how often it fails, which tests, and what that depends on",
    DOCS,
    &EXAMPLES,
);

const DOCS: &str = "\
# What it does
Runs the command many times and counts failures, of the whole and of each test that the parsers
name. The interval is the exact one (Clopper and Pearson).

With `sequential` it runs until it can tell a failure rate of 1 % or less from one of 10 % or more,
with an error of 5 % either way: about 31 runs where nothing fails (Wald 1945).

With `experiments` it then changes one thing at a time: the hash seed, the random seed, the clock,
the order of tests, the network, the processors. What makes a flaky command always pass, or always
fail, is what it depends on. Each experiment is run so often that chance alone would do the same in
one of a thousand.

# Safety
It runs the command and nothing else. What an experiment needs lies in a scratch directory.";

static EXAMPLES: [Example; 1] = [Example::new(
    "a command that never fails",
    r#"{"command": ["true"], "runs": 4}"#,
    r#"{"flaky": false, "verdict": "passes", "failures": {"count": 0, "of": 4}}"#,
)];

/// Runs it many times.
#[derive(Debug, Clone, Copy)]
pub struct FlakeCheck;

register_tool!(FlakeCheck);

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Input {
    command: Vec<String>,
    #[serde(default)]
    timeout_seconds: Option<f64>,
    #[serde(default)]
    runs: Option<u32>,
    /// Until it is clear, instead of a number of runs.
    #[serde(default)]
    sequential: bool,
    /// How many runs at a time.
    #[serde(default)]
    jobs: Option<u32>,
    /// A command that fails less often than this is not called flaky.
    #[serde(default)]
    threshold: f64,
    #[serde(default)]
    experiments: bool,
}

#[derive(Debug, Serialize)]
struct Output {
    flaky: bool,
    verdict: Verdict,
    failures: Rate,
    /// Each test that failed at least once.
    tests: Vec<TestRate>,
    experiments: Vec<Finding>,
    /// What it depends on, as the experiments showed.
    causes: Vec<&'static str>,
    note: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
enum Verdict {
    Passes,
    Fails,
    Flaky,
}

#[derive(Debug, Serialize)]
struct TestRate {
    test: String,
    failures: Rate,
    flaky: bool,
}

/// How often it is run if nothing else is said (SPEC T7).
const RUNS: u32 = 5;

#[async_trait]
impl DebugTool for FlakeCheck {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn input_schema(&self) -> Value {
        json!({
            "type": "object",
            "properties": {
                "command": subject::command_schema(),
                "timeout_seconds": subject::timeout_schema(),
                "runs": { "type": "integer", "minimum": 1, "default": RUNS },
                "sequential": { "type": "boolean", "description": "run until it is clear, at most 200 times" },
                "jobs": { "type": "integer", "minimum": 1, "default": 1, "description": "runs at a time" },
                "threshold": {
                    "type": "number", "minimum": 0, "maximum": 1, "default": 0,
                    "description": "what fails in a smaller share of runs is not called flaky",
                },
                "experiments": { "type": "boolean", "description": "find out what it depends on" },
            },
            "required": ["command"],
            "additionalProperties": false,
        })
    }

    fn output_schema(&self) -> Value {
        json!({
            "type": "object",
            "properties": {
                "flaky": { "type": "boolean" },
                "verdict": { "enum": ["passes", "fails", "flaky"] },
                "failures": Rate::schema(),
                "tests": { "type": "array", "items": { "type": "object" } },
                "experiments": { "type": "array", "items": { "type": "object" } },
                "causes": { "type": "array", "items": { "type": "string" } },
                "note": { "type": "string" },
            },
            "required": ["flaky", "verdict", "failures", "tests", "note"],
        })
    }

    async fn call(&self, input: Value, context: &ToolContext<'_>) -> Result<Value, ToolError> {
        let input: Input = subject::read(input)?;
        subject::write(&check(input, context).await?)
    }
}

async fn check(input: Input, context: &ToolContext<'_>) -> Result<Output, ToolError> {
    if input.runs == Some(0) || input.jobs == Some(0) || !(0.0..=1.0).contains(&input.threshold) {
        return Err(ToolError::Input(
            "runs and jobs must be at least 1, and the threshold a share between 0 and 1".to_owned(),
        ));
    }
    let subject = Subject {
        command: input.command,
        timeout_seconds: input.timeout_seconds,
    };
    let command = subject.command()?;
    let mut tally = Tally::default();
    let plan = match input.sequential {
        true => Plan::UntilClear,
        false => Plan::Runs(input.runs.unwrap_or(RUNS)),
    };
    while let Some(batch) = plan.next(&tally, input.jobs.unwrap_or(1)) {
        context.tell(&format!("run {}: {command}", tally.runs + 1));
        tally.add(&fail(&command, batch, context).await?);
    }
    let failures = Rate::of(tally.failures, tally.runs);
    let verdict = verdict(failures, input.threshold);
    let experiments = match input.experiments && verdict == Verdict::Flaky {
        true => experiments(&command, failures, context).await?,
        false => Vec::new(),
    };
    let mut causes: Vec<_> = experiments.iter().filter_map(|finding| finding.cause).collect();
    causes.dedup();
    Ok(Output {
        flaky: verdict == Verdict::Flaky,
        note: note(verdict, failures, &causes),
        verdict,
        failures,
        tests: tally.tests(input.threshold),
        experiments,
        causes,
    })
}

/// When it has been run often enough.
enum Plan {
    Runs(u32),
    UntilClear,
}

impl Plan {
    /// How many runs are next; `None` when it is enough.
    fn next(&self, tally: &Tally, jobs: u32) -> Option<u32> {
        let left = match self {
            Self::Runs(runs) => runs.saturating_sub(tally.runs),
            Self::UntilClear => Sequential::left(tally.failures, tally.runs),
        };
        (left > 0).then(|| left.min(jobs))
    }
}

/// Runs a command several times side by side; how each run failed, if it did.
async fn fail(
    command: &Command,
    times: u32,
    context: &ToolContext<'_>,
) -> Result<Vec<Option<Failure>>, ToolError> {
    let reader = context.reader()?;
    let runs = (0..times).map(|_| async {
        let completed = subject::run(context.runner, command).await?;
        Ok(Failure::of(command, &completed, reader))
    });
    join::all(runs).await.into_iter().collect()
}

/// What the runs so far showed.
#[derive(Debug, Default)]
struct Tally {
    runs: u32,
    failures: u32,
    tests: BTreeMap<String, u32>,
}

impl Tally {
    fn add(&mut self, runs: &[Option<Failure>]) {
        for run in runs {
            self.runs += 1;
            let Some(failure) = run else { continue };
            self.failures += 1;
            let mut failed: Vec<_> = failure
                .errors
                .iter()
                .filter_map(|error| error.test.clone())
                .collect();
            failed.sort_unstable();
            failed.dedup();
            for test in failed {
                *self.tests.entry(test).or_default() += 1;
            }
        }
    }

    fn tests(&self, threshold: f64) -> Vec<TestRate> {
        let rates = self.tests.iter().map(|(test, failed)| {
            let failures = Rate::of(*failed, self.runs);
            TestRate {
                test: test.clone(),
                flaky: verdict(failures, threshold) == Verdict::Flaky,
                failures,
            }
        });
        rates.collect()
    }
}

fn verdict(failures: Rate, threshold: f64) -> Verdict {
    match failures.count {
        count if count == failures.of => Verdict::Fails,
        0 => Verdict::Passes,
        _ if failures.rate < threshold => Verdict::Passes,
        _ => Verdict::Flaky,
    }
}

fn note(verdict: Verdict, failures: Rate, causes: &[&str]) -> String {
    let percent = |rate: f64| format!("{:.0} %", rate * 100.0);
    let (low, high) = (percent(failures.low), percent(failures.high));
    match verdict {
        Verdict::Passes if failures.count == 0 => {
            format!(
                "it passed {} times; it may still fail in up to {high} of runs",
                failures.of
            )
        }
        Verdict::Passes => format!(
            "it fails in {} of runs, below the threshold",
            percent(failures.rate)
        ),
        Verdict::Fails => format!(
            "it failed {} times of {}: that is no flake, though up to {} of runs may pass",
            failures.count,
            failures.of,
            percent(1.0 - failures.low)
        ),
        Verdict::Flaky => {
            let why = match causes {
                [] => String::new(),
                causes => format!("; it depends on {}", causes.join(", ")),
            };
            format!("it fails in {low} to {high} of runs{why}")
        }
    }
}

//! `repro_attempt`: whether a failure can be reproduced, and how reliably.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use unbreak_core::{Completed, Descriptor, Example, ExitState, ToolContext, ToolError};

use crate::checkout::Checkout;
use crate::describe::describe;
use crate::experiment::experiment;
use crate::failure::{Failure, SAME, Summary};
use crate::statistics::Rate;
use crate::subject;

static DESCRIPTOR: Descriptor = describe(
    "repro_attempt",
    "runs a command several times and reports whether it fails in the same way each time",
    DOCS,
    &EXAMPLES,
);

const DOCS: &str = "\
# What it does
Runs the command several times. Each failure is compared with the expected one, or with the first one
seen, as the parsers understand it: the message without numbers, times and addresses, the kind of error,
and the place. Other lines of output do not matter.

# Why an interval
Three failures in three runs prove little: a failure that happens seven times in ten also does this one
time in three. The exact interval states the range of the true rate.

# Safety
It runs the command and nothing else. Another commit is run in a scratch work tree.";

static EXAMPLES: [Example; 1] = [Example::new(
    "a command that always fails",
    r#"{"command": ["sh", "-c", "echo 'error: no such thing' >&2; exit 3"]}"#,
    r#"{"reproduced": true, "matches": {"count": 3, "of": 3}}"#,
)];

/// Runs it again.
#[derive(Debug, Clone, Copy)]
pub struct ReproAttempt;

experiment!(ReproAttempt: Input => attempt, output_schema);

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
    #[schemars(range(min = 1), extend("default" = ATTEMPTS))]
    attempts: Option<u32>,
    /// The output of the failure.
    #[serde(default)]
    expected: Option<String>,
    /// Run it on this commit, in a scratch work tree.
    #[serde(default)]
    commit: Option<String>,
}

#[derive(Debug, Serialize)]
struct Output {
    /// Whether every attempt showed the failure.
    reproduced: bool,
    matches: Rate,
    attempts: Vec<Attempt>,
    /// The failure that was looked for.
    expected: Option<Summary>,
    note: String,
    warnings: Vec<String>,
}

#[derive(Debug, Serialize)]
struct Attempt {
    exit: ExitState,
    duration_ms: u64,
    /// How much it was the expected failure, 0..=1.
    score: f64,
    matches: bool,
    /// The other failure, if it was not the expected one.
    other: Option<Summary>,
}

/// The failure rate of an intermittent failure, to compute how often it appears to be certain.
const OFTEN: f64 = 0.7;

/// The default number of attempts.
const ATTEMPTS: u32 = 3;

fn output_schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "reproduced": { "type": "boolean", "description": "whether every attempt showed the failure" },
            "matches": Rate::schema(),
            "attempts": { "type": "array", "items": { "type": "object" } },
            "expected": { "type": ["object", "null"], "description": "the failure that was looked for" },
            "note": { "type": "string", "description": "what follows from it" },
            "warnings": { "type": "array", "items": { "type": "string" } },
        },
        "required": ["reproduced", "matches", "attempts", "note"],
    })
}

async fn attempt(input: Input, context: &ToolContext<'_>) -> Result<Output, ToolError> {
    let count = input.attempts.unwrap_or(ATTEMPTS);
    if count == 0 {
        return Err(ToolError::Input("there must be at least one attempt".to_owned()));
    }
    let command = subject::command(&input.command, input.timeout_seconds)?;
    let mut expected = match input.expected {
        Some(text) => Some(Failure::from_text(&text, &command, context.reader()?)?),
        None => None,
    };
    let place = input
        .commit
        .map(|commit| Checkout::new(&commit, "tree", context))
        .transpose()?;
    let mut attempts = Vec::new();
    for number in 1..=count {
        context.tell(&format!("attempt {number} of {count}: {command}"));
        let completed = match &place {
            Some(checkout) => checkout.run(&command, context).await?,
            None => subject::run(context.runner, &command).await?,
        };
        let failure = Failure::of(&command, &completed, context.reader()?);
        if expected.is_none() {
            expected.clone_from(&failure);
        }
        let attempt = judge(&completed, failure.as_ref(), expected.as_ref());
        context.tell(&format!("attempt {number} of {count}: {}", attempt.words()));
        attempts.push(attempt);
    }
    let matching = attempts.iter().filter(|attempt| attempt.matches).count();
    let matches = Rate::of(u32::try_from(matching).unwrap_or(count), count);
    Ok(Output {
        reproduced: matches.count == count,
        note: note(matches, &attempts),
        warnings: place.map(|checkout| checkout.warnings).unwrap_or_default(),
        matches,
        attempts,
        expected: expected.map(|expected| expected.summary()),
    })
}

impl Attempt {
    /// The result in words.
    fn words(&self) -> String {
        match &self.other {
            _ if self.matches => "the failure".to_owned(),
            None => "no failure".to_owned(),
            Some(other) => format!(
                "another failure: {}",
                other.message.as_deref().unwrap_or("without a word")
            ),
        }
    }
}

fn judge(completed: &Completed, failure: Option<&Failure>, expected: Option<&Failure>) -> Attempt {
    let score = match (failure, expected) {
        (Some(failure), Some(expected)) => expected.similarity(failure),
        _ => 0.0,
    };
    let matches = score >= SAME;
    Attempt {
        exit: completed.exit,
        duration_ms: u64::try_from(completed.duration.as_millis()).unwrap_or(u64::MAX),
        score,
        matches,
        other: failure.filter(|_| !matches).map(Failure::summary),
    }
}

fn note(matches: Rate, attempts: &[Attempt]) -> String {
    let percent = |rate: f64| format!("{:.0} %", rate * 100.0);
    let others = attempts.iter().filter(|attempt| attempt.other.is_some()).count();
    match matches.count {
        0 if others > 0 => "it failed, but never in the expected way: is it the same environment?".to_owned(),
        0 => format!(
            "it never failed: does the failure depend on the environment? It may still happen in up to {} of runs",
            percent(matches.high)
        ),
        count if count == matches.of => format!(
            "it failed the same way every time; that proves little: it may happen in only {} of runs, and \
             what happens in seven of ten does so in {count} of {count} attempts with a chance of {}",
            percent(matches.low),
            percent(OFTEN.powf(f64::from(count)))
        ),
        count => format!(
            "it happens sometimes: {count} of {}, between {} and {} of runs; a flake check tells more",
            matches.of,
            percent(matches.low),
            percent(matches.high)
        ),
    }
}

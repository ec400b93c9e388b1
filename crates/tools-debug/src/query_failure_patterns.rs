//! `query_failure_patterns`: whether a failure of this kind was met before, and how it was fixed.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use unbreak_core::capability::CapabilityError;
use unbreak_core::{Command, Descriptor, Memory, Similar, Symptoms, ToolContext, ToolError};

use crate::describe::describe;
use crate::experiment::experiment;
use crate::failure::Failure;
use crate::subject;

static DESCRIPTOR: Descriptor = describe(
    "query_failure_patterns",
    "recalls similar past failures: their causes and their fixes",
    DOCS,
    &[],
);

const DOCS: &str = "\
# What it does
Finds past failures that are similar to a text or to the output of a command: by rare words, parts of
words, functions on the stack, and lines that coverage marks as suspicious. The results are ranked.
Each result states what it has in common and the debug session that it comes from.

# Why
The same cause often appears again: in another test, on another machine, after a merge.

# Safety
It only reports past fixes and applies nothing. The store is only read.";

/// The memory of past failures.
#[derive(Debug, Clone, Copy)]
pub struct QueryFailurePatterns;

experiment!(QueryFailurePatterns: Input => query, output_schema);

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("anyOf" = [{ "required": ["text"] }, { "required": ["command"] }]))]
struct Input {
    /// The output of the failure. Without it, the command is run once.
    #[serde(default)]
    text: Option<String>,
    /// Program and arguments.
    #[serde(default)]
    #[schemars(length(min = 1))]
    command: Vec<String>,
    /// Seconds that one run may take.
    #[serde(default)]
    #[schemars(extend("exclusiveMinimum" = 0))]
    timeout_seconds: Option<f64>,
    /// Lines under suspicion, as `file:line`.
    #[serde(default)]
    places: Vec<String>,
    /// The most entries shown.
    #[serde(default)]
    #[schemars(range(min = 1), extend("default" = LIMIT))]
    limit: Option<usize>,
}

#[derive(Debug, Serialize)]
struct Output {
    /// The errors searched for, each with its message and its signature.
    asked: Vec<Symptoms>,
    /// The most similar first.
    similar: Vec<Similar>,
}

/// The default number of entries shown.
const LIMIT: usize = 5;

/// The number of a failure's errors that are looked up: the first ones say most.
const ERRORS: usize = 5;

fn output_schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "asked": { "type": "array", "items": { "type": "object" } },
            "similar": { "type": "array", "items": { "type": "object", "properties": {
                "similarity": { "type": "number", "minimum": 0, "maximum": 1 },
                "shared": { "type": "array", "items": { "enum": ["signature", "message", "frames", "coverage"] } },
                "postmortem": { "type": "object", "description": "what was found out; its session is the citation" },
                "times": { "type": "integer", "description": "how often it was met" },
                "last_ms": { "type": "integer", "description": "when last, in milliseconds since 1970" },
            } } },
        },
        "required": ["asked", "similar"],
    })
}

async fn query(input: Input, context: &ToolContext<'_>) -> Result<Output, ToolError> {
    let denied = || CapabilityError::Denied("a memory of past failures".to_owned());
    let memory = context.memory.ok_or_else(denied)?;
    let limit = input.limit.unwrap_or(LIMIT);
    if limit == 0 {
        return Err(ToolError::Input(
            "at least one entry must be asked for".to_owned(),
        ));
    }
    let asked = symptoms(input, context).await?;
    Ok(Output {
        similar: recall(memory, &asked, limit).await?,
        asked,
    })
}

/// The entries that are most like any of the errors.
async fn recall(memory: &dyn Memory, asked: &[Symptoms], limit: usize) -> Result<Vec<Similar>, ToolError> {
    let mut all: Vec<Similar> = Vec::new();
    for symptoms in asked {
        for similar in memory.similar(symptoms, limit).await? {
            match all
                .iter_mut()
                .find(|known| known.postmortem == similar.postmortem)
            {
                Some(known) if known.similarity.get() < similar.similarity.get() => *known = similar,
                Some(_) => {}
                None => all.push(similar),
            }
        }
    }
    all.sort_by(|one, other| other.similarity.get().total_cmp(&one.similarity.get()));
    all.truncate(limit);
    Ok(all)
}

async fn symptoms(input: Input, context: &ToolContext<'_>) -> Result<Vec<Symptoms>, ToolError> {
    let reader = context.reader()?;
    let failure = match &input.text {
        Some(text) => {
            // The command tells the parsers which tool printed the output.
            let command = match input.command.split_first() {
                Some((program, arguments)) => Command::new(program, arguments),
                None => Command::new("sh", [] as [&str; 0]),
            };
            Failure::from_text(text, &command, reader)?
        }
        None => {
            let command = subject::command(&input.command, input.timeout_seconds)?;
            context.tell(&format!("running {command}"));
            let completed = subject::run(context.runner, &command).await?;
            Failure::of(&command, &completed, reader).ok_or_else(|| {
                ToolError::Input("the command passed, so there is nothing to recall".to_owned())
            })?
        }
    };
    let of = |error| {
        let mut symptoms = Symptoms::of(error);
        symptoms.places.clone_from(&input.places);
        symptoms
    };
    Ok(failure.errors.iter().take(ERRORS).map(of).collect())
}

//! `{{id}}`: runs a command a few times and counts its failures. Replace by what this tool finds out.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use unbreak_core::{Descriptor, ToolContext, ToolError};

use crate::describe::describe;
use crate::experiment::experiment;
use crate::subject;

const DOCS: &str = "\
# What it does
Runs the command several times, and counts how often it fails.

# Safety
It writes nothing.";

static DESCRIPTOR: Descriptor = describe("{{id}}", "counts how often a command fails", DOCS, &[]);

/// The tool.
#[derive(Debug, Clone, Copy)]
pub struct {{Type}};

experiment!({{Type}}: Input => count, output_schema);

/// The input: its JSON schema, for MCP and the options of `unbreak tool {{id}}`, is made of this type.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Input {
    /// Program and arguments.
    #[schemars(length(min = 1))]
    command: Vec<String>,
    /// The time limit for one run, in seconds.
    #[serde(default)]
    #[schemars(extend("exclusiveMinimum" = 0))]
    timeout_seconds: Option<f64>,
    /// The number of runs.
    #[serde(default)]
    #[schemars(range(min = 1), extend("default" = RUNS))]
    runs: Option<u32>,
}

const RUNS: u32 = 3;

#[derive(Debug, Serialize)]
struct Output {
    runs: u32,
    failures: u32,
}

fn output_schema() -> Value {
    json!({
        "type": "object",
        "properties": { "runs": { "type": "integer" }, "failures": { "type": "integer" } },
        "required": ["runs", "failures"],
    })
}

async fn count(input: Input, context: &ToolContext<'_>) -> Result<Output, ToolError> {
    let command = subject::command(&input.command, input.timeout_seconds)?;
    let runs = input.runs.unwrap_or(RUNS);
    let mut failures = 0;
    for number in 1..=runs {
        context.tell(&format!("run {number} of {runs}: {command}"));
        let completed = subject::run(context.runner, &command).await?;
        failures += u32::from(!completed.exit.is_success());
    }
    Ok(Output { runs, failures })
}

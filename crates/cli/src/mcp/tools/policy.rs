//! `policy`: classify failures and decide about retries.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use unbreak_core::policy::retry::Exchange;

use super::{BuiltIn, Call, Effect, arguments, schema};
use crate::commands::policy::answer;
use crate::error::CliError;
use crate::mcp::answer::Answer;
use crate::mcp::job::Work;

pub(super) const TOOL: BuiltIn = BuiltIn {
    name: "policy",
    title: "Decide about a retry",
    description: "classify: a failure's kind and signature. decide: retry, escalate or stop, and the memory for the \
                  next decision. repair: what the next attempt must do differently. An input that does not fit is \
                  answered with a valid one.",
    effect: Effect::Reads,
    input: schema::<Input>,
    result: || json!({ "type": "object" }),
    work,
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Input {
    operation: Operation,
    /// classify: {failure, source, attempt}; decide: {record, memory, policy}; repair: a record.
    #[schemars(extend("type" = "object"))]
    input: Value,
}

#[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Operation {
    Classify,
    Decide,
    Repair,
}

fn work(call: Call) -> Result<Work, CliError> {
    let input: Input = arguments(call.arguments)?;
    let shared = call.shared;
    Ok(Box::new(move |_| {
        let exchange = match input.operation {
            Operation::Classify => Exchange::Classify,
            Operation::Decide => Exchange::Decide,
            Operation::Repair => Exchange::Repair,
        };
        let answer = answer(exchange, &input.input.to_string())?;
        Ok(Answer::of(answer.to_string(), answer, &shared.documents))
    }))
}

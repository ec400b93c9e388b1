//! The questions to the model, and how its answers are read.

use anyhow::{Context as _, Result};
use serde::Deserialize;
use serde_json::Value;
use unbreak_core::Prompt;
use unbreak_host::heal::ToolCall;

const MOST_TOKENS: u32 = 1_024;

/// The model's next step.
#[derive(Deserialize)]
#[serde(untagged)]
pub(crate) enum Step {
    /// Call a tool.
    Call(ToolCall),
    /// End with this text.
    #[serde(deserialize_with = "words")]
    Done(String),
}

fn words<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<String, D::Error> {
    #[derive(Deserialize)]
    struct Done {
        done: String,
    }
    Ok(Done::deserialize(deserializer)?.done)
}

/// The next question: the task, and each call so far with its result.
pub(crate) fn question(instructions: &str, task: &str, history: &[ToolCall]) -> Result<Prompt> {
    let mut prompt = Prompt::new(instructions, task, MOST_TOKENS);
    for call in history {
        let asked = ToolCall {
            result: None,
            ..call.clone()
        };
        let result = call.result.as_ref().unwrap_or(&Value::Null);
        prompt = prompt.then(serde_json::to_string(&asked)?, result.to_string());
    }
    Ok(prompt)
}

/// The step in an answer.
pub(crate) fn read(answer: &str) -> Result<Step> {
    serde_json::from_str(answer).with_context(|| format!("the model answered: {answer}"))
}

//! A model that follows a script: it replaces a real one, so that the example needs none.

use async_trait::async_trait;
use serde_json::{Value, json};
use unbreak_core::{Completion, Model, ModelError, Prompt};

/// The model.
pub(crate) struct Scripted;

#[async_trait]
impl Model for Scripted {
    fn name(&self) -> &str {
        "scripted"
    }

    async fn complete(&self, prompt: &Prompt) -> Result<Completion, ModelError> {
        // Only the question about the origin of an error asks for JSON of a certain form.
        let answer = match prompt.schema {
            Some(_) => origin(&prompt.user),
            None => next_step(prompt),
        };
        Ok(Completion::new(answer.to_string(), prompt.estimated_tokens(), 0))
    }
}

/// The steps to write an invoice: three tools, one after another.
fn next_step(prompt: &Prompt) -> Value {
    let result: Value = serde_json::from_str(&prompt.user).unwrap_or_default();
    match prompt.turns.len() / 2 {
        0 => json!({ "tool": "read_hours", "arguments": { "file": "hours.csv" } }),
        1 => json!({ "tool": "total", "arguments": { "rows": result } }),
        2 => {
            json!({ "tool": "write_invoice", "arguments": { "file": "invoice.txt", "hours": result, "rate": 80 } })
        }
        _ => json!({ "done": format!("the invoice is in {result}") }),
    }
}

/// The origin of an error: a name that a tool does not define is the tool's own fault.
fn origin(question: &str) -> Value {
    let (kind, confidence, reason) = if question.contains("NameError") {
        ("self-code", 95, "the tool uses a name that it does not define")
    } else if question.contains("FileNotFoundError") {
        ("user-task", 90, "the file of the task is not there")
    } else {
        ("external", 60, "neither the tool nor the task explains it")
    };
    json!({ "kind": kind, "confidence": confidence, "reason": reason })
}

//! The tool's input.

use super::tree::Listed;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use unbreak_core::ToolError;
use unbreak_core::redact::VERBATIM;

/// The placeholder for the candidate's path in the command.
pub(super) const PLACE: &str = "{}";

/// The input of the tool.
#[derive(Debug, Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("oneOf" = [{ "required": ["input"] }, { "required": ["items"] }]))]
pub(super) struct Input {
    /// The file or directory to be reduced.
    #[serde(default)]
    pub(super) input: Option<String>,
    /// A list to reduce; what is left replaces `{}` as arguments.
    #[serde(default)]
    #[schemars(length(min = 1))]
    pub(super) items: Vec<String>,
    /// The command that fails, program and arguments, with `{}` in place of the input.
    #[schemars(length(min = 1))]
    pub(super) command: Vec<String>,
    /// Exit code of an interesting candidate; default: the same failure.
    #[serde(default)]
    pub(super) interesting_exit: Option<i32>,
    /// Candidates tried at a time.
    #[serde(default)]
    #[schemars(range(min = 1))]
    pub(super) jobs: Option<usize>,
    /// The most runs of the command.
    #[serde(default)]
    #[schemars(range(min = 1))]
    pub(super) budget_calls: Option<u64>,
    /// Time limit for one run; default: derived from the first run.
    #[serde(default)]
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub(super) timeout_seconds: Option<f64>,
}

impl Input {
    /// # Errors
    /// When it makes no sense.
    pub(super) fn check(&self) -> Result<(), ToolError> {
        let refuse = |reason: &str| Err(ToolError::Input(reason.to_owned()));
        if self.command.is_empty() {
            return refuse("there is no command that tells whether a candidate still fails");
        }
        if !self.command.iter().any(|word| word.contains(PLACE)) {
            return refuse("the command does not say where the candidate goes: put {} in its place");
        }
        match (&self.input, self.items.is_empty()) {
            (None, true) => return refuse("there is nothing to reduce: name an input, or give items"),
            (Some(_), false) => return refuse("either an input is reduced or items are, not both"),
            _ => {}
        }
        if !self.items.is_empty() && self.command[0].contains(PLACE) {
            return refuse("items are arguments of a command, and cannot name the program");
        }
        if self.budget_calls == Some(0) {
            return refuse("with a budget of no calls nothing can be tried");
        }
        if self
            .timeout_seconds
            .is_some_and(|seconds| !(seconds > 0.0 && seconds < 1e9))
        {
            return refuse("the time limit must be a positive number of seconds");
        }
        Ok(())
    }
}

/// The tool's output.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Output {
    /// The smallest interesting text, if it is text.
    pub(super) text: Option<String>,
    /// Otherwise its bytes, in hexadecimal.
    pub(super) bytes_hex: Option<String>,
    /// The remaining files of a directory.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) files: Option<Vec<Listed>>,
    /// The remaining items of a list.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) items: Option<Vec<String>>,
    pub(super) bytes: usize,
    pub(super) original_bytes: usize,
    /// Files or items.
    pub(super) parts: usize,
    pub(super) original_parts: usize,
    pub(super) calls: u64,
    /// The property that was kept.
    pub(super) kept: String,
    pub(super) end: End,
}

/// Why it ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum End {
    /// No known change makes it smaller.
    Minimal,
    /// The calls are used up.
    Budget,
    /// The operator has seen enough.
    Interrupted,
}

pub(super) fn output_schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "text": { "type": ["string", "null"], VERBATIM: true,
                "description": "the smallest interesting input, if it is text" },
            "bytes_hex": { "type": ["string", "null"], "description": "otherwise its bytes, in hexadecimal" },
            "files": { "type": "array", VERBATIM: true, "description": "what is left of a directory",
                "items": { "type": "object", "properties": {
                    "path": { "type": "string" },
                    "text": { "type": ["string", "null"] },
                    "bytes_hex": { "type": ["string", "null"] },
                    "executable": { "type": "boolean" },
                } } },
            "items": { "type": "array", "items": { "type": "string" }, VERBATIM: true,
                "description": "what is left of a list" },
            "bytes": { "type": "integer" },
            "original_bytes": { "type": "integer" },
            "parts": { "type": "integer", "description": "files of a directory, items of a list, or 1" },
            "original_parts": { "type": "integer" },
            "calls": { "type": "integer", "description": "how often the command was run" },
            "kept": { "type": "string", "description": "what every candidate had to show" },
            "end": { "enum": ["minimal", "budget", "interrupted"] },
        },
        "required": ["bytes", "original_bytes", "calls", "kept", "end"],
    })
}

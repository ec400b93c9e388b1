//! The tool's input and output.

use std::path::PathBuf;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use unbreak_core::{Diagnostic, ExitState, ToolError};

use super::probe::{Hit, Wanted};

/// The input of the tool.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Input {
    /// The lines to put probes at.
    #[serde(default)]
    #[schemars(length(min = 1))]
    pub(super) probes: Vec<Wanted>,
    /// The command to run with the probes: program and arguments.
    #[serde(default)]
    pub(super) command: Vec<String>,
    /// Seconds that one run may take.
    #[serde(default)]
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub(super) timeout_seconds: Option<f64>,
    /// Edit a copy, or let the runtime watch the lines (Python).
    #[serde(default)]
    pub(super) how: Option<How>,
    /// Run the command with the probes of this handle.
    #[serde(default)]
    pub(super) handle: Option<String>,
    /// Remove the probes of this handle.
    #[serde(default)]
    pub(super) remove: Option<String>,
    /// List the probes that exist.
    #[serde(default)]
    pub(super) list: bool,
    /// Remove the probes when the command has ended.
    #[serde(default)]
    pub(super) once: bool,
    /// The most hits shown.
    #[serde(default)]
    #[schemars(range(min = 0), extend("default" = LIMIT))]
    pub(super) limit: Option<usize>,
}

/// How probes are inserted into a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum How {
    /// By editing a copy.
    Edit,
    /// By the runtime: nothing is edited.
    Watch,
}

impl Input {
    /// # Errors
    /// When it asks for several things at once.
    pub(super) fn check(&self) -> Result<(), ToolError> {
        let refuse = |reason: &str| Err(ToolError::Input(reason.to_owned()));
        let asked = [
            !self.probes.is_empty(),
            self.handle.is_some(),
            self.remove.is_some(),
            self.list,
        ];
        match asked.iter().filter(|asked| **asked).count() {
            0 => return refuse("there is nothing to do: name a line for a probe, or a handle"),
            1 => {}
            _ => return refuse("probes, handle, remove and list exclude each other"),
        }
        if self.handle.is_some() && self.command.is_empty() {
            return refuse("there is no command to run with these probes");
        }
        if self.once && self.command.is_empty() {
            return refuse("without a command there is nothing after which the probes could be removed");
        }
        if self.how == Some(How::Watch) && self.command.is_empty() {
            return refuse("without a command there is nothing to watch");
        }
        Ok(())
    }
}

/// The default number of hits shown.
pub(super) const LIMIT: usize = 10_000;

/// The tool's output.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Output {
    /// `null` when nothing is kept.
    pub(super) handle: Option<String>,
    pub(super) how: How,
    /// The copy that holds the probes, if there is one.
    pub(super) tree: Option<PathBuf>,
    pub(super) probes: Vec<Placed>,
    pub(super) run: Option<Run>,
    /// Further notes for the reader.
    pub(super) notes: Vec<String>,
}

/// A probe in its place.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Placed {
    #[serde(flatten)]
    pub(super) wanted: Wanted,
    /// The line of the statement that the probe is before.
    pub(super) before_line: usize,
    /// Why that is not the line asked for.
    pub(super) moved: Option<String>,
    /// The checkers that accepted the file with the probe; empty where nothing was edited.
    pub(super) proved_by: Vec<&'static str>,
    /// The number of times it was reached, if a command was run.
    pub(super) hits: Option<usize>,
}

/// A run with probes.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Run {
    pub(super) exit: ExitState,
    pub(super) duration_ms: u64,
    /// In the order in which they were reached.
    pub(super) hits: Vec<Hit>,
    /// All of them, shown or not.
    pub(super) total: usize,
    /// The same for each probe.
    #[serde(skip)]
    pub(super) counts: Vec<usize>,
    /// The errors that kept the command from passing.
    pub(super) errors: Vec<Diagnostic>,
    /// The end of its output.
    pub(super) tail: String,
}

pub(super) fn output_schema() -> Value {
    json!({
        "type": "object",
        "properties": {
            "handle": { "type": ["string", "null"], "description": "removes the probes, or runs with them again" },
            "how": { "enum": ["edit", "watch"] },
            "tree": { "type": ["string", "null"], "description": "the copy with the probes, if there is one" },
            "probes": { "type": "array", "items": { "type": "object" } },
            "run": { "type": ["object", "null"], "properties": {
                "exit": { "description": "how it ended" },
                "hits": { "type": "array", "items": { "type": "object", "properties": {
                    "probe": { "type": "integer", "description": "which one, from 1" },
                    "values": { "type": "array", "items": { "type": "object", "properties": {
                        "expression": { "type": "string" }, "value": { "type": "string" } } } },
                } } },
                "total": { "type": "integer", "description": "all hits, shown or not" },
                "errors": { "type": "array", "items": { "type": "object" } },
                "tail": { "type": "string" },
            } },
            "notes": { "type": "array", "items": { "type": "string" } },
            "kept": { "type": "array", "items": { "type": "object" }, "description": "what list gives" },
            "removed": { "type": "string", "description": "what remove gives" },
        },
    })
}

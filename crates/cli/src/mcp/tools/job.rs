//! `job`: continues a call after its first answer.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::{BuiltIn, Effect, arguments, schema};
use crate::error::CliError;

/// The tool's name: the server answers it itself.
pub(in crate::mcp) const NAME: &str = "job";

pub(super) const TOOL: BuiltIn = BuiltIn {
    name: NAME,
    title: "Wait for a job",
    description: "A long call returns a job id and continues. wait: until it is done. result: how it \
                  is now; page reads more of a long result. cancel: ends it; unverified changes are rolled back.",
    effect: Effect::Experiments,
    input: schema::<Input>,
    result: || json!({}),
    work: |_| Err(CliError::failed("the server answers this itself")),
};

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::mcp) struct Input {
    /// Its id.
    pub(in crate::mcp) job: String,
    #[serde(default)]
    action: Action,
    /// The page of a long result, from 1.
    #[serde(default)]
    pub(in crate::mcp) page: Option<usize>,
    /// 0 to 55, default 45.
    #[serde(default)]
    #[expect(dead_code, reason = "the server reads it")]
    wait_seconds: Option<u32>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Action {
    #[default]
    Wait,
    Result,
    Cancel,
}

impl Input {
    pub(in crate::mcp) fn is_cancel(&self) -> bool {
        self.action == Action::Cancel
    }

    pub(in crate::mcp) fn is_result(&self) -> bool {
        self.action == Action::Result
    }
}

/// Reads the arguments of the tool.
///
/// # Errors
/// If they are invalid.
pub(in crate::mcp) fn input(given: Map<String, Value>) -> Result<Input, CliError> {
    arguments(given)
}

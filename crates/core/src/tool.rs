//! The third plug-in trait: debug tools (SPEC T).

use async_trait::async_trait;
use serde_json::Value;

use crate::capability::{CapabilityError, Memory, Runner, Workspace};
use crate::plugin::Descriptor;

/// An experiment on a failure: reproduce, bisect, trace, reduce, ...
///
/// Whatever happens, it leaves the user's working tree, index, branch and stash as it found them.
#[async_trait]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an unbreak debug tool",
    note = "implement `DebugTool`: a descriptor, two JSON schemas, and `call`"
)]
pub trait DebugTool: Send + Sync {
    /// What it says of itself.
    fn descriptor(&self) -> &Descriptor;

    /// JSON schema of the input.
    fn input_schema(&self) -> Value;

    /// JSON schema of the output.
    fn output_schema(&self) -> Value;

    /// Runs it.
    ///
    /// # Errors
    /// When the input does not fit its schema, or the experiment could not be made.
    async fn call(&self, input: Value, context: &ToolContext<'_>) -> Result<Value, ToolError>;
}

/// What a tool is handed.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct ToolContext<'a> {
    /// The tree, read-only.
    pub workspace: &'a dyn Workspace,
    /// Runs commands.
    pub runner: &'a dyn Runner,
    /// Past failures, if a store is configured.
    pub memory: Option<&'a dyn Memory>,
}

impl<'a> ToolContext<'a> {
    /// A context without a memory; that is set through its field.
    pub fn new(workspace: &'a dyn Workspace, runner: &'a dyn Runner) -> Self {
        Self {
            workspace,
            runner,
            memory: None,
        }
    }
}

/// Why a tool gave no result.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum ToolError {
    /// The input does not fit the schema.
    #[error("bad input: {0}")]
    Input(String),
    /// A capability said no.
    #[error(transparent)]
    Capability(#[from] CapabilityError),
    /// Anything else.
    #[error("{0}")]
    Other(String),
}

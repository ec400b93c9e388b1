//! The third plug-in trait: debug tools.

use std::path::Path;
use std::sync::Arc;

use async_trait::async_trait;
use serde_json::Value;

use crate::capability::{CapabilityError, Memory, Progress, Reader, Runner, Workspace};
use crate::options::{Options, OptionsError};
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

    /// JSON schema of its options, an object with `properties`; none when it has no options.
    fn options_schema(&self) -> Option<Value> {
        None
    }

    /// The same with these options, whose names stand in [`options_schema`](Self::options_schema).
    ///
    /// # Errors
    /// When a value is not one that the option can have.
    fn configured(&self, _options: &Options) -> Result<Arc<dyn DebugTool>, OptionsError> {
        Err(OptionsError::None)
    }

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
    /// Understands what they say.
    pub reader: Option<&'a dyn Reader>,
    /// An empty directory outside the workspace, for files of the tool's own. The host removes it
    /// when the call is over, and after a sudden death at its next start.
    pub scratch: Option<&'a Path>,
    /// A directory of the tool's own outside the workspace, whose contents stay from call to call.
    /// It need not exist yet, and other processes may use it at the same time.
    pub kept: Option<&'a Path>,
    /// Told how far the tool has come, if anybody wants to know.
    pub progress: Option<&'a dyn Progress>,
    /// Past failures, if a store is configured.
    pub memory: Option<&'a dyn Memory>,
}

impl<'a> ToolContext<'a> {
    /// A context with nothing but the tree and a runner; the rest is set through its fields.
    pub fn new(workspace: &'a dyn Workspace, runner: &'a dyn Runner) -> Self {
        Self {
            workspace,
            runner,
            reader: None,
            scratch: None,
            kept: None,
            progress: None,
            memory: None,
        }
    }

    /// What understands the output of commands.
    ///
    /// # Errors
    /// When the tool was not given it.
    pub fn reader(&self) -> Result<&'a dyn Reader, CapabilityError> {
        let denied = || CapabilityError::Denied("understanding the output of commands".to_owned());
        self.reader.ok_or_else(denied)
    }

    /// The directory for the tool's own files.
    ///
    /// # Errors
    /// When the tool was not given one.
    pub fn scratch(&self) -> Result<&'a Path, CapabilityError> {
        let denied = || CapabilityError::Denied("a scratch directory".to_owned());
        self.scratch.ok_or_else(denied)
    }

    /// The directory for what the tool keeps from call to call.
    ///
    /// # Errors
    /// When the tool was not given one.
    pub fn kept(&self) -> Result<&'a Path, CapabilityError> {
        let denied = || CapabilityError::Denied("a directory for what it keeps".to_owned());
        self.kept.ok_or_else(denied)
    }

    /// Says what is going on, to whoever follows.
    pub fn tell(&self, what: &str) {
        if let Some(progress) = self.progress {
            progress.tell(what);
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

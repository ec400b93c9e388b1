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
/// In all cases it leaves the user's working tree, index, branch and stash as it found them.
#[async_trait]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an unbreak debug tool",
    note = "implement `DebugTool`: a descriptor, two JSON schemas, and `call`"
)]
pub trait DebugTool: Send + Sync {
    /// The tool's self-description.
    fn descriptor(&self) -> &Descriptor;

    /// JSON schema of the input.
    fn input_schema(&self) -> Value;

    /// JSON schema of the output.
    fn output_schema(&self) -> Value;

    /// JSON schema of its options, an object with `properties`; `None` if it has no options.
    fn options_schema(&self) -> Option<Value> {
        None
    }

    /// The same tool with these options, whose names are in [`options_schema`](Self::options_schema).
    ///
    /// # Errors
    /// If a value is not valid for its option.
    fn configured(&self, _options: &Options) -> Result<Arc<dyn DebugTool>, OptionsError> {
        Err(OptionsError::None)
    }

    /// Runs the experiment.
    ///
    /// # Errors
    /// If the input does not fit its schema, or the experiment could not be made.
    async fn call(&self, input: Value, context: &ToolContext<'_>) -> Result<Value, ToolError>;
}

/// The context of a tool's call.
#[derive(Clone, Copy)]
#[non_exhaustive]
pub struct ToolContext<'a> {
    /// The tree, read-only.
    pub workspace: &'a dyn Workspace,
    /// Runs commands.
    pub runner: &'a dyn Runner,
    /// Reads the output of commands.
    pub reader: Option<&'a dyn Reader>,
    /// An empty directory outside the workspace, for the tool's own files. The host removes it after the
    /// call, or at its next start if it was killed.
    pub scratch: Option<&'a Path>,
    /// A directory of the tool's own outside the workspace, whose contents stay from call to call. It may not
    /// exist yet, and other processes may use it at the same time.
    pub kept: Option<&'a Path>,
    /// Receives the tool's progress, if anyone wants to know.
    pub progress: Option<&'a dyn Progress>,
    /// Past failures, if a store is configured.
    pub memory: Option<&'a dyn Memory>,
}

impl<'a> ToolContext<'a> {
    /// A context with only the tree and a runner; the rest is set through its fields.
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

    /// The reader of the output of commands.
    ///
    /// # Errors
    /// If the tool was not given it.
    pub fn reader(&self) -> Result<&'a dyn Reader, CapabilityError> {
        let denied = || CapabilityError::Denied("understanding the output of commands".to_owned());
        self.reader.ok_or_else(denied)
    }

    /// The directory for the tool's own files.
    ///
    /// # Errors
    /// If the tool was not given one.
    pub fn scratch(&self) -> Result<&'a Path, CapabilityError> {
        let denied = || CapabilityError::Denied("a scratch directory".to_owned());
        self.scratch.ok_or_else(denied)
    }

    /// The directory whose contents stay from call to call.
    ///
    /// # Errors
    /// If the tool was not given one.
    pub fn kept(&self) -> Result<&'a Path, CapabilityError> {
        let denied = || CapabilityError::Denied("a directory for what it keeps".to_owned());
        self.kept.ok_or_else(denied)
    }

    /// Reports the tool's progress.
    pub fn tell(&self, what: &str) {
        if let Some(progress) = self.progress {
            progress.tell(what);
        }
    }
}

/// The reason why a tool gave no result.
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum ToolError {
    /// The input does not fit the schema.
    #[error("bad input: {0}")]
    Input(String),
    /// A capability refused or failed.
    #[error(transparent)]
    Capability(#[from] CapabilityError),
    /// Anything else.
    #[error("{0}")]
    Other(String),
}

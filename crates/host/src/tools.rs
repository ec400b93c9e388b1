//! Calls debug tools: they read the workspace, run commands under limits, and write only to a scratch
//! directory.

use std::sync::Arc;
use std::time::Duration;

use serde_json::Value;
use unbreak_core::capability::CapabilityError;
use unbreak_core::{Command, DebugTool, Memory, Progress, ToolContext, ToolError, Workspace as _, redact};

use crate::agent::Agent;
use crate::engine::oracle::PipelineReader;
use crate::error::AgentError;
use crate::runner::{CancelToken, Limits, ProcessRunner};
use crate::scratch::Scratch;

/// How long a tool may take to finish after an interrupt: its commands are ended at once, but it may still
/// have something to report.
const GRACE: Duration = Duration::from_secs(5);

/// Returns when a tool had enough time to react to an interrupt.
async fn overdue(cancel: &CancelToken) {
    cancel.cancelled().await;
    tokio::time::sleep(GRACE).await;
}

/// The settings of one call.
#[derive(Clone, Copy, Default)]
#[non_exhaustive]
pub struct ToolOptions<'a> {
    /// The longest that one command of the tool may run, if the tool does not say otherwise.
    pub timeout: Option<Duration>,
    /// Receives the progress.
    pub progress: Option<&'a dyn Progress>,
    /// The memory of past failures; the agent's if not given.
    pub memory: Option<&'a dyn Memory>,
}

impl Agent {
    /// Calls a debug tool. The workspace is unchanged afterwards, and everything that the tool wrote or
    /// started is gone. Its output is redacted, except for values that its schema calls verbatim
    /// ([`redact::VERBATIM`]), unless the agent [shows](crate::agent::AgentBuilder::show_secrets) secrets.
    ///
    /// # Errors
    /// If there is no such tool, the input does not fit it, or it fails.
    pub async fn call_tool(
        &self,
        id: &str,
        input: Value,
        options: &ToolOptions<'_>,
        cancel: &CancelToken,
    ) -> Result<Value, AgentError> {
        let tool = self.tool(id)?;
        if let Some((program, arguments)) = words(&input["command"]).split_first() {
            redact::learn(&Command::new(program, arguments));
        }
        let limits = Limits {
            timeout: options.timeout,
            ..Limits::default()
        };
        let tree = self.tree();
        let scratch = Scratch::create(tree.state_directory())?;
        let kept = tree.state_directory().join("kept").join(id);
        let sandbox = self.sandbox(tree, &scratch, [kept.clone()])?;
        let runner = ProcessRunner::new(tree.root(), limits, cancel.clone()).within(sandbox);
        let reader = PipelineReader {
            pipeline: self.pipeline(),
            tree,
        };
        let mut context = ToolContext::new(tree, &runner);
        context.reader = Some(&reader);
        context.scratch = Some(scratch.path());
        context.kept = Some(&kept);
        context.progress = options.progress;
        context.memory = options.memory.or_else(|| self.memory());
        let called = tool.call(input, &context);
        let mut output = tokio::select! {
            biased;
            output = called => output?,
            () = overdue(cancel) => return Err(ToolError::from(CapabilityError::Cancelled).into()),
        };
        if !self.shows_secrets() {
            redact::value(&mut output, &tool.output_schema());
        }
        Ok(output)
    }

    /// A debug tool by its id.
    ///
    /// # Errors
    /// If there is none with this name.
    pub fn tool(&self, id: &str) -> Result<&Arc<dyn DebugTool>, AgentError> {
        self.registry().tool(id).ok_or_else(|| self.no_such_tool(id))
    }

    fn no_such_tool(&self, id: &str) -> AgentError {
        let known: Vec<&str> = self
            .registry()
            .tools()
            .map(|tool| tool.descriptor().id.as_ref())
            .collect();
        let hint = match known.is_empty() {
            true => "none is built into this program".to_owned(),
            false => format!("the tools are {}", known.join(", ")),
        };
        AgentError::usage(format!("there is no tool called '{id}'"), hint)
    }
}

/// A list of texts.
fn words(list: &Value) -> Vec<String> {
    let words = list.as_array().into_iter().flatten();
    words
        .filter_map(|word| word.as_str().map(str::to_owned))
        .collect()
}

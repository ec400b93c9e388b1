//! The debug tools of the registry, each as a tool of its own.

use rmcp::model::Tool;
use serde_json::{Value, json};
use unbreak_core::{DebugTool, Progress};
use unbreak_host::ToolOptions;

use super::{Call, Effect, described, directory, shallow};
use crate::error::CliError;
use crate::mcp::answer::Answer;
use crate::mcp::job::Work;

/// The description of a debug tool, with the arguments that every long call may have.
pub(super) fn described_tool(tool: &dyn DebugTool) -> Tool {
    let about = tool.descriptor();
    let mut input = tool.input_schema();
    if let Some(properties) = input["properties"].as_object_mut() {
        properties.insert("workspace".to_owned(), json!({ "type": "string" }));
        properties.insert("wait_seconds".to_owned(), json!({ "type": "integer" }));
    }
    let result = shallow(&tool.output_schema(), 1);
    described(
        &about.id,
        None,
        &about.summary,
        Effect::Experiments,
        input,
        &result,
    )
}

/// The work of a call of a debug tool; `None` if there is no such tool.
pub(super) fn work(name: &str, mut call: Call) -> Result<Option<Work>, CliError> {
    let named = call.arguments.remove("workspace");
    call.arguments.remove("wait_seconds");
    let named = match named {
        None | Some(Value::Null) => None,
        Some(Value::String(named)) => Some(named),
        Some(other) => {
            return Err(CliError::usage(format!(
                "the argument workspace does not fit: {other} is not a string"
            )));
        }
    };
    let directory = directory(&call, named.as_ref())?;
    let agent = call.shared.agent(&directory)?;
    if agent.registry().tool(name).is_none() {
        return Ok(None);
    }
    let (name, shared) = (name.to_owned(), call.shared);
    let input = Value::Object(call.arguments);
    Ok(Some(Box::new(move |job| {
        let mut options = ToolOptions::default();
        let follower: &dyn Progress = &**job;
        options.progress = Some(follower);
        let output = super::block_on(agent.call_tool(&name, input, &options, &job.cancel))??;
        Ok(Answer::of(output.to_string(), output, &shared.documents))
    })))
}

//! A library's debug tool.

use std::path::Path;
use std::sync::Arc;

use async_trait::async_trait;
use serde_json::Value;
use unbreak_core::registry::Kind;
use unbreak_core::{DebugTool, Descriptor, Options, OptionsError, ToolContext, ToolError};
use unbreak_plugin_abi::messages::{self, method};
use unbreak_plugin_abi::status;

use super::super::error::{PluginError, PluginErrorKind};
use super::super::instance::Instance;
use super::configured::settle;
use super::converse::converse;
use super::talks::Talks;
use super::world::World;

/// A tool in a library.
#[derive(Clone)]
pub(in super::super) struct LoadedTool {
    /// Its name in calls.
    name: String,
    info: messages::ToolInfo,
    instance: Arc<Instance>,
}

impl LoadedTool {
    pub(in super::super) fn new(info: messages::ToolInfo, instance: &Arc<Instance>) -> Self {
        Self {
            name: info.descriptor.id.to_string(),
            info,
            instance: Arc::clone(instance),
        }
    }

    fn with(&self, options: &Options) -> Result<Self, PluginError> {
        let (name, info) = self.instance.configure(Kind::Tool, &self.name, options)?;
        let instance = Arc::clone(&self.instance);
        Ok(Self { name, info, instance })
    }
}

#[async_trait]
impl DebugTool for LoadedTool {
    fn descriptor(&self) -> &Descriptor {
        &self.info.descriptor
    }

    fn input_schema(&self) -> Value {
        self.info.input_schema.clone()
    }

    fn output_schema(&self) -> Value {
        self.info.output_schema.clone()
    }

    fn options_schema(&self) -> Option<Value> {
        self.info.options_schema.clone()
    }

    fn configured(&self, options: &Options) -> Result<Arc<dyn DebugTool>, OptionsError> {
        Ok(settle(&self.instance, self.with(options), || self.clone())?)
    }

    async fn call(&self, input: Value, context: &ToolContext<'_>) -> Result<Value, ToolError> {
        let request = messages::Call {
            input,
            root: context.workspace.root().to_string_lossy().into_owned(),
            memory: context.memory.is_some(),
            reader: context.reader.is_some(),
            scratch: context.scratch.map(path_text),
            kept: context.kept.map(path_text),
        };
        let talks = Talks::default();
        let world = World::of_tool(&self.instance.grants, context, &talks);
        let patience = self.instance.limits.tool;
        let payload = messages::header(&request);
        let called = converse(
            &self.instance,
            &self.name,
            method::CALL,
            payload,
            patience,
            &world,
        )
        .await;
        called
            .and_then(|bytes| self.instance.understand(&bytes))
            .map_err(|error| failure(&error))
    }
}

fn path_text(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

fn failure(error: &PluginError) -> ToolError {
    match error.kind() {
        PluginErrorKind::Refused {
            status: status::INPUT,
            message,
        } => ToolError::Input(message.clone()),
        _ => ToolError::Other(error.to_string()),
    }
}

//! The frame of a tool: a type of input, a function that makes the experiment, and the schema of its output.

/// Registers a unit struct as a debug tool. The module has its `DESCRIPTOR`.
///
/// `experiment!(FlakeCheck: Input => check, output_schema)`: the input is read as an `Input`, whose type is also
/// its JSON schema; `check` takes it with the context, and what it returns is written as JSON.
macro_rules! experiment {
    ($tool:ident: $input:ty => $run:path, $output_schema:path) => {
        unbreak_core::register_tool!($tool);

        #[async_trait::async_trait]
        impl unbreak_core::DebugTool for $tool {
            fn descriptor(&self) -> &unbreak_core::Descriptor {
                &DESCRIPTOR
            }

            fn input_schema(&self) -> serde_json::Value {
                $crate::input::schema::<$input>()
            }

            fn output_schema(&self) -> serde_json::Value {
                $output_schema()
            }

            async fn call(
                &self,
                input: serde_json::Value,
                context: &unbreak_core::ToolContext<'_>,
            ) -> Result<serde_json::Value, unbreak_core::ToolError> {
                let input: $input = $crate::input::read(input)?;
                $crate::subject::write(&$run(input, context).await?)
            }
        }
    };
}

pub(crate) use experiment;

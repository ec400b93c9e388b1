//! The input of a tool.

use serde::de::DeserializeOwned;
use serde_json::Value;
use unbreak_core::ToolError;

/// Reads a tool's input.
///
/// # Errors
/// When it does not fit, with the name of the part that does not.
pub(crate) fn read<T: DeserializeOwned>(input: Value) -> Result<T, ToolError> {
    // The path is `.` for the input as a whole, which has no name.
    serde_path_to_error::deserialize(input).map_err(|error| {
        ToolError::Input(match error.path().to_string().as_str() {
            "." => error.inner().to_string(),
            part => format!("{part}: {}", error.inner()),
        })
    })
}

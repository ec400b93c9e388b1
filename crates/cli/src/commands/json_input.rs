//! Commands with JSON in and out, for programs in any language.

use std::fs;
use std::io::Read as _;
use std::path::PathBuf;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use unbreak_core::redact;

use crate::error::CliError;
use crate::terminal;

/// The source of the input.
#[derive(Debug, clap::Args)]
pub(super) struct InputArgs {
    /// Print the JSON schema of the input and exit.
    #[arg(long)]
    pub(super) schema: bool,
    /// The input as JSON; standard input if it is missing or `-`.
    file: Option<PathBuf>,
}

impl InputArgs {
    /// The input.
    pub(super) fn text(&self) -> Result<String, CliError> {
        let unreadable =
            |name: &str, error| CliError::usage(format!("{name} could not be read")).caused_by(&error);
        match &self.file {
            Some(file) if file.as_os_str() != "-" => {
                fs::read_to_string(file).map_err(|error| unreadable(&file.display().to_string(), error))
            }
            _ => {
                let mut text = String::new();
                let read = std::io::stdin().read_to_string(&mut text);
                read.map_err(|error| unreadable("standard input", error))?;
                Ok(text)
            }
        }
    }
}

/// Reads the value of a text; refuses an invalid one with the field and an example.
pub(super) fn read<T: DeserializeOwned>(text: &str, example: &Value) -> Result<T, CliError> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let value: T = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let path = error.path().to_string();
        let said = error.inner().to_string();
        match path.as_str() {
            "." => invalid(&said, example),
            path => invalid(&format!("{path}: {said}"), example),
        }
    })?;
    let rest = reader.end().map_err(|error| error.to_string());
    rest.map_err(|error| invalid(&error, example))?;
    Ok(value)
}

/// Refuses an input.
pub(super) fn invalid(reason: &str, example: &Value) -> CliError {
    CliError::usage(format!("the input is not valid: {reason}")).hint(format!("a valid input: {example}"))
}

/// An answer, without secrets unless they were requested.
pub(super) fn clean(answer: &(impl Serialize + DeserializeOwned)) -> Result<Value, CliError> {
    let value = match terminal::shows_secrets() {
        true => serde_json::to_value(answer),
        false => redact::kept(answer).and_then(serde_json::to_value),
    };
    Ok(value.map_err(std::io::Error::from)?)
}

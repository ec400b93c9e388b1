//! The command that an experiment is about.

use std::path::Path;
use std::time::Duration;

use serde_json::Value;
use unbreak_core::capability::CapabilityError;
use unbreak_core::{Command, Completed, ExitState, Runner, ToolError};

/// The command that a tool's input names, under its limit of time.
///
/// # Errors
/// When it names no program, or no time limit that can be one.
pub(crate) fn command(words: &[String], timeout_seconds: Option<f64>) -> Result<Command, ToolError> {
    let refuse = |reason: &str| Err(ToolError::Input(reason.to_owned()));
    let Some((program, arguments)) = words.split_first() else {
        return refuse("there is no command to run");
    };
    let mut command = Command::new(program, arguments);
    command.timeout = match timeout_seconds.map(Duration::try_from_secs_f64) {
        None => None,
        Some(Ok(limit)) if !limit.is_zero() => Some(limit),
        Some(_) => return refuse("the time limit must be a positive number of seconds"),
    };
    Ok(command)
}

/// Runs a command to its end.
///
/// # Errors
/// When it could not be started, or the operator interrupted it.
pub(crate) async fn run(runner: &dyn Runner, command: &Command) -> Result<Completed, ToolError> {
    let completed = runner.run(command).await?;
    match completed.exit {
        ExitState::Cancelled => Err(CapabilityError::Cancelled.into()),
        _ => Ok(completed),
    }
}

/// Replaces one path by another in a command's output.
pub(crate) fn rename(completed: &mut Completed, from: &Path, to: &Path) {
    let (from, to) = (from.display().to_string(), to.display().to_string());
    for output in [&mut completed.stdout, &mut completed.stderr] {
        *output = String::from_utf8_lossy(output).replace(&from, &to).into_bytes();
    }
}

/// Writes a tool's output.
///
/// # Errors
/// When it cannot be put into JSON.
pub(crate) fn write(output: &impl serde::Serialize) -> Result<Value, ToolError> {
    serde_json::to_value(output).map_err(|error| ToolError::Other(error.to_string()))
}

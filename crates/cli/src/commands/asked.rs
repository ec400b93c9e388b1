//! The common part of commands that pass COMMAND to a debug tool and print its report.

use std::io::{self, Write};
use std::time::Duration;

use serde_json::{Value, json};

use super::run::duration;
use super::tool::{self, set};
use crate::args::{AgentArgs, ListFormat};
use crate::error::CliError;
use crate::exit::ExitCode;
use crate::render::visible;
use crate::terminal;

/// The command that a tool is asked about.
#[derive(Debug, clap::Args)]
pub(crate) struct Asked {
    #[command(flatten)]
    workspace: AgentArgs,
    /// Kill COMMAND when one run takes longer, as in 90s.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    timeout: Option<Duration>,
    /// The output format.
    #[arg(long, default_value = "text")]
    format: ListFormat,
    /// The command and its arguments, after `--`.
    #[arg(trailing_var_arg = true, required = true, value_name = "COMMAND")]
    command: Vec<String>,
}

/// Writes a tool's report for people.
type Text = fn(&mut dyn Write, &Value) -> io::Result<()>;

impl Asked {
    /// Calls a tool on the command and prints its report. `input` is its further input.
    pub(crate) fn report(
        &self,
        tool: &str,
        mut input: Value,
        quiet: bool,
        text: Text,
    ) -> Result<Value, CliError> {
        input["command"] = json!(self.command);
        set(
            &mut input,
            "timeout_seconds",
            self.timeout.map(|limit| limit.as_secs_f64()),
        );
        let report = tool::call(&self.workspace, tool, input, quiet)?;
        match self.format {
            ListFormat::Json => tool::print(&report)?,
            ListFormat::Text => {
                let mut out = terminal::stdout();
                text(&mut out, &report)?;
                out.flush()?;
            }
        }
        Ok(report)
    }
}

/// The exit code for a yes or a no.
pub(crate) fn exit_code(passes: bool) -> ExitCode {
    match passes {
        true => ExitCode::Passes,
        false => ExitCode::Fails,
    }
}

/// The items of a list; empty if it is not a list.
pub(crate) fn parts(list: &Value) -> &[Value] {
    list.as_array().map_or(&[], Vec::as_slice)
}

/// A text in a report.
pub(crate) fn shown(text: &Value) -> String {
    visible(text.as_str().unwrap_or_default()).into_owned()
}

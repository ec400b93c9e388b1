//! `unbreak tool`, and the code that it shares with the commands for single tools.

mod arguments;

use std::io::Write as _;
use std::sync::Mutex;

use serde_json::Value;
use unbreak_core::{Barrier, Progress as Follower, SandboxMode};
use unbreak_host::{Agent, AgentError, CancelToken, ToolOptions};

use self::arguments::Request;
use crate::args::AgentArgs;
use crate::commands::interrupt;
use crate::error::CliError;
use crate::exit::ExitCode;
use crate::progress::Progress;
use crate::render::{style, visible};
use crate::{terminal, workspace};

/// Calls a debug tool, and prints its output as JSON.
///
/// Arguments after the tool's id are its own options; `unbreak tool NAME --help` shows them.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: unbreak tool flake_check --runs 20 -- pytest -q")]
pub struct ToolArgs {
    #[command(flatten)]
    workspace: AgentArgs,
    /// The tool's id, as `unbreak list tools` shows it, and its options.
    #[arg(
        required = true,
        trailing_var_arg = true,
        allow_hyphen_values = true,
        value_names = ["NAME", "OPTIONS"]
    )]
    tool: Vec<String>,
}

pub(crate) fn run(args: &ToolArgs, quiet: bool) -> Result<ExitCode, CliError> {
    let Some((name, words)) = args.tool.split_first() else {
        return Err(CliError::usage("name a tool"));
    };
    let agent = workspace::agent(&args.workspace)?;
    let tool = agent.tool(name)?;
    let request = Request::read(name, &tool.descriptor().summary, &tool.input_schema(), words);
    let output = match request {
        Ok(Request::Schemas) => serde_json::json!({
            "input": tool.input_schema(),
            "output": tool.output_schema(),
        }),
        Ok(Request::Json(json)) => {
            let input = serde_json::from_str(&json)
                .map_err(|error| CliError::usage("the input is not JSON").caused_by(&error))?;
            call(&args.workspace, name, input, quiet)?
        }
        Ok(Request::Input(input)) => call(&args.workspace, name, input, quiet)?,
        Err(refused) => return Ok(crate::refuse(&refused)),
    };
    print(&output)?;
    Ok(ExitCode::Passes)
}

/// Calls a tool, and shows its progress in a line on the terminal. An interrupt ends it with its results so
/// far.
pub(crate) fn call(workspace: &AgentArgs, name: &str, input: Value, quiet: bool) -> Result<Value, CliError> {
    let meanwhile = "keeping what there is so far";
    drive(workspace, quiet, meanwhile, async |agent, cancel, follower| {
        let mut options = ToolOptions::default();
        options.progress = Some(follower);
        agent.call_tool(name, input, &options, cancel).await
    })
}

/// Runs a slow operation of an agent, and shows its progress in a line on the terminal. `meanwhile` says what
/// is still being done after an interrupt.
pub(crate) fn drive<T>(
    workspace: &AgentArgs,
    quiet: bool,
    meanwhile: &'static str,
    work: impl AsyncFnOnce(&Agent, &CancelToken, &dyn Follower) -> Result<T, AgentError>,
) -> Result<T, CliError> {
    let agent = workspace::agent(workspace)?;
    warn_if_exposed(&agent)?;
    let cannot_start = |error| CliError::failed("the tool could not be started").caused_by(&error);
    let cancel = CancelToken::new();
    interrupt::listen(cancel.clone(), meanwhile).map_err(cannot_start)?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(cannot_start)?;
    let progress = Mutex::new(Progress::new(quiet));
    let follower = Line(&progress);
    let done = runtime.block_on(work(&agent, &cancel, &follower));
    follower.end();
    Ok(done?)
}

/// Warns that nothing confines the commands of a tool, because the tool's output has no place for that.
fn warn_if_exposed(agent: &Agent) -> Result<(), CliError> {
    let sandbox = agent.confinement()?;
    if sandbox.by == Barrier::None && sandbox.mode != SandboxMode::Off {
        let warning = style::WARNING;
        writeln!(
            terminal::stderr(),
            "{warning}sandbox:{warning:#} {}",
            visible(&sandbox.to_string())
        )?;
    }
    Ok(())
}

/// Prints a tool's output, redacted where that is possible.
pub(crate) fn print(output: &Value) -> Result<(), CliError> {
    let mut out = terminal::stdout_verbatim();
    serde_json::to_writer_pretty(&mut out, output).map_err(std::io::Error::from)?;
    writeln!(out)?;
    out.flush()?;
    Ok(())
}

/// The line on the terminal.
struct Line<'a>(&'a Mutex<Progress>);

impl Line<'_> {
    fn end(&self) {
        if let Ok(line) = self.0.lock() {
            line.end();
        }
    }
}

impl Follower for Line<'_> {
    fn tell(&self, what: &str) {
        if let Ok(line) = self.0.lock() {
            line.begin(what);
        }
    }
}

/// Sets a part of an input, if there is one.
pub(crate) fn set(input: &mut Value, name: &str, value: Option<impl Into<Value>>) {
    if let Some(value) = value {
        input[name] = value.into();
    }
}

/// A rate with its interval, for people: `2 of 3 (10 to 99 % at 95 % confidence)`.
pub(crate) fn percent(rate: &Value) -> String {
    let share = |name| rate[name].as_f64().unwrap_or_default() * 100.0;
    format!(
        "{} of {} ({:.0} to {:.0} % at {:.0} % confidence)",
        rate["count"],
        rate["of"],
        share("low"),
        share("high"),
        share("confidence")
    )
}

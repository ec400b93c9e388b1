//! `unbreak debug`: a session from the failure to its cause, step by step.

mod add;
mod advance;
mod look;

use std::path::{Path, PathBuf};

use clap::{Args, Subcommand};
use serde_json::Value;
use unbreak_core::{Command, Progress, redact};
use unbreak_host::debug::{Debugger, Saved, Surroundings};
use unbreak_host::{Agent, AgentError, CancelToken};

use super::tool::{self, drive};
use crate::args::{AgentArgs, ListFormat};
use crate::error::CliError;
use crate::exit::ExitCode;
use crate::render::session;
use crate::terminal;

/// Finds the cause of a failure step by step: reproduce, bisect, hypothesise, probe, localise,
/// propose a fix, write the postmortem. The rules hold for every caller; a step that breaks one is refused
/// with the rule's number.
///
/// A session is saved after every step, and any process can continue it.
#[derive(Debug, Args)]
#[command(after_help = "Example: unbreak debug auto --good v1.4 -- pytest -q")]
pub struct DebugArgs {
    #[command(subcommand)]
    action: Action,
}

/// The steps.
#[derive(Debug, Subcommand)]
enum Action {
    /// Find the cause and a fix by experiments alone.
    Auto(advance::AutoArgs),
    /// Begin a session about a failing command.
    Start(advance::StartArgs),
    /// Do the work of the present state: make its experiments.
    Step(advance::StepArgs),
    /// Show the state of a session.
    Status(look::StatusArgs),
    /// State a possible cause.
    Hypothesis(add::HypothesisArgs),
    /// Begin an experiment on a hypothesis, give its result, or say that it was removed.
    Probe(add::ProbeArgs),
    /// Propose a fix: a patch, or the one that the experiments found.
    Fix(advance::FixArgs),
    /// Record the lessons.
    Postmortem(add::PostmortemArgs),
    /// End a session.
    Close(add::CloseArgs),
}

/// The session, and the output format.
#[derive(Debug, Args)]
struct SessionArgs {
    #[command(flatten)]
    workspace: AgentArgs,
    /// The session; otherwise the latest in the workspace.
    #[arg(long, value_name = "ID")]
    session: Option<String>,
    /// The output format.
    #[arg(long, default_value = "text")]
    format: ListFormat,
    /// The command once more, after `--`, if it holds a secret, which sessions do not keep.
    #[arg(last = true, value_name = "COMMAND")]
    command: Vec<String>,
}

pub(crate) fn run(args: &DebugArgs, quiet: bool) -> Result<ExitCode, CliError> {
    match &args.action {
        Action::Auto(auto) => advance::auto(auto, quiet),
        Action::Start(start) => advance::start(start, quiet),
        Action::Step(step) => advance::step(step, quiet),
        Action::Status(status) => look::status(status),
        Action::Hypothesis(hypothesis) => add::hypothesis(hypothesis, quiet),
        Action::Probe(probe) => add::probe(probe, quiet),
        Action::Fix(fix) => advance::fix(fix, quiet),
        Action::Postmortem(postmortem) => add::postmortem(postmortem, quiet),
        Action::Close(close) => add::close(close, quiet),
    }
}

/// The message after an interrupt.
const MEANWHILE: &str = "the session is kept as it is";

impl SessionArgs {
    /// Resumes the session, does something with it, and shows it.
    fn with(
        &self,
        quiet: bool,
        work: impl AsyncFnOnce(&mut Debugger<'_>) -> Result<(), AgentError>,
    ) -> Result<ExitCode, CliError> {
        let saved = drive(
            &self.workspace,
            quiet,
            MEANWHILE,
            async |agent, cancel, follower| {
                let around = surroundings(agent, cancel, follower);
                let command = self.command.split_first();
                let command = command.map(|(program, arguments)| Command::new(program, arguments));
                let mut debugger = Debugger::resume(around, self.session.as_deref(), command)?;
                work(&mut debugger).await?;
                Ok(debugger.saved().clone())
            },
        )?;
        show(&saved, self.format)?;
        Ok(ExitCode::Passes)
    }
}

fn surroundings<'a>(
    agent: &'a Agent,
    cancel: &'a CancelToken,
    follower: &'a dyn Progress,
) -> Surroundings<'a> {
    let mut around = Surroundings::new(agent, cancel);
    around.progress = Some(follower);
    around
}

/// Prints a session.
fn show(saved: &Saved, format: ListFormat) -> Result<(), CliError> {
    match format {
        ListFormat::Json => {
            let mut json = session::json(saved);
            if !terminal::shows_secrets() {
                redact::value(&mut json, &Value::Null);
            }
            tool::print(&json)
        }
        ListFormat::Text => {
            let mut out = terminal::stdout();
            session::text(&mut out, saved)?;
            Ok(std::io::Write::flush(&mut out)?)
        }
    }
}

/// The text of a named file.
fn read(file: &Path) -> Result<String, CliError> {
    let unreadable = |error| CliError::usage(format!("{} cannot be read", file.display())).caused_by(&error);
    let text = std::fs::read(file).map_err(unreadable)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

/// The text of the named file, if one was named.
fn read_if(file: Option<&PathBuf>) -> Result<Option<String>, CliError> {
    file.map(|file| read(file)).transpose()
}

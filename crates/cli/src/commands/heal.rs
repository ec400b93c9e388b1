//! `unbreak heal`

mod classify;
mod fix;
pub(super) mod tasks;

use std::path::{Path, PathBuf};

use clap::Subcommand;
use unbreak_host::heal::{Heal, HealError};

use crate::error::CliError;
use crate::exit::ExitCode;

/// Lets an agent repair itself during a task and then continue the task, with JSON in and out, so that it
/// works for agents in any language.
///
/// An agent that `unbreak supervise` has started finds its paused tasks by itself; elsewhere name the directory
/// of the agent's source with -C.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: unbreak heal pause < task.json")]
pub struct HealArgs {
    #[command(subcommand)]
    operation: Operation,
}

#[derive(Debug, Subcommand)]
enum Operation {
    /// Determine whether an error comes from the user's task, the agent's own code, or elsewhere.
    Classify(Box<classify::ClassifyArgs>),
    /// Keep the task that the agent works on.
    Pause(tasks::PauseArgs),
    /// Give a paused task to the agent. Each task is given out once.
    Resume(tasks::TaskArgs),
    /// Mark a resumed task as finished.
    Finish(tasks::TaskArgs),
    /// Make a task that was resumed and never finished available again.
    Requeue(tasks::TaskArgs),
    /// List the tasks that are kept.
    List(tasks::ListArgs),
    /// Repair the agent's own source until its tests pass, in development mode.
    Fix(Box<fix::FixArgs>),
}

pub(crate) fn run(args: &HealArgs, quiet: bool) -> Result<ExitCode, CliError> {
    match &args.operation {
        Operation::Classify(args) => classify::run(args),
        Operation::Pause(args) => tasks::pause(args),
        Operation::Resume(args) => tasks::resume(args),
        Operation::Finish(args) => tasks::finish(args),
        Operation::Requeue(args) => tasks::requeue(args),
        Operation::List(args) => tasks::list(args),
        Operation::Fix(args) => fix::run(args, quiet),
    }
}

/// The agent.
#[derive(Debug, clap::Args)]
pub(super) struct SourceArgs {
    /// The directory of the agent's source [default: that of the supervised agent, or the current one].
    #[arg(short = 'C', long, value_name = "DIR")]
    directory: Option<PathBuf>,
}

impl SourceArgs {
    fn heal(&self) -> Result<Heal, HealError> {
        match &self.directory {
            Some(directory) => Heal::of(directory),
            None => Heal::from_environment()?.map_or_else(|| Heal::of(Path::new(".")), Ok),
        }
    }
}

impl From<HealError> for CliError {
    fn from(error: HealError) -> Self {
        let exit = match &error {
            error if error.is_refusal() => ExitCode::Refused,
            error if error.is_usage() => ExitCode::Usage,
            _ => ExitCode::Fails,
        };
        let hint = error.hint();
        Self::of(exit, &error).hint(hint)
    }
}

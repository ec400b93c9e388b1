//! `unbreak model`

mod check;
mod list;

pub(crate) use self::list::problem;

use clap::Subcommand;

use crate::args::{AgentArgs, ListFormat};
use crate::config::{Config, Models};
use crate::error::CliError;
use crate::exit::ExitCode;

/// Lists and checks the configured language models.
///
/// Models are defined in your own configuration, unbreak/unbreak.toml in $XDG_CONFIG_HOME or ~/.config. Nothing
/// is sent anywhere by a run unless `tiers` of `[model]` or --model names one.
#[derive(Debug, clap::Args)]
pub struct ModelArgs {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// List the configured models, without asking any.
    List(ListArgs),
    /// Ask a model a short question: how long it takes, and what it costs.
    Check(CheckArgs),
}

#[derive(Debug, clap::Args)]
struct ListArgs {
    #[command(flatten)]
    agent: AgentArgs,
    /// The output format.
    #[arg(long, default_value = "text")]
    format: ListFormat,
}

#[derive(Debug, clap::Args)]
struct CheckArgs {
    /// The name of the model in the configuration.
    name: String,
    #[command(flatten)]
    agent: AgentArgs,
    /// The output format.
    #[arg(long, default_value = "text")]
    format: ListFormat,
}

pub(crate) fn run(args: &ModelArgs) -> Result<ExitCode, CliError> {
    match &args.action {
        Action::List(args) => list::run(args),
        Action::Check(args) => check::run(args),
    }
}

fn models(agent: &AgentArgs) -> Result<Models, CliError> {
    let config = Config::of(&agent.directory, &agent.plugins)?;
    Models::of(&config, &agent.plugins)
}

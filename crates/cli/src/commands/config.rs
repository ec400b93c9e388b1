//! `unbreak config`

use clap::Subcommand;

use crate::args::AgentArgs;
use crate::commands::tool;
use crate::config;
use crate::error::CliError;
use crate::exit::ExitCode;
use crate::plugins;

/// Describes the settings of unbreak.toml.
#[derive(Debug, clap::Args)]
pub struct ConfigArgs {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Print the JSON schema of unbreak.toml, with the options of the existing plug-ins.
    Schema(AgentArgs),
}

pub(crate) fn run(args: &ConfigArgs) -> Result<ExitCode, CliError> {
    let Action::Schema(args) = &args.action;
    let registry = plugins::registry(&args.directory, &args.plugins)?;
    tool::print(&config::schema(&registry.entries()))?;
    Ok(ExitCode::Passes)
}

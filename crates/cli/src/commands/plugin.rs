//! `unbreak plugin`

mod check;
mod import;
mod install;
mod list;
mod network;
mod new;
mod question;
mod remove;
mod trust;

pub(crate) use question::Operator;

use std::path::PathBuf;

use clap::Subcommand;
use unbreak_host::plugins;

use crate::error::CliError;
use crate::exit::ExitCode;

/// Creates, checks, installs and trusts plug-ins.
#[derive(Debug, clap::Args)]
#[command(after_help = "Try: unbreak plugin new --kind parser my-lint && cd my-lint && unbreak plugin check")]
pub struct PluginArgs {
    #[command(subcommand)]
    action: Action,
}

#[derive(Debug, Subcommand)]
enum Action {
    /// Write a new plug-in, which builds and passes the check.
    New(new::NewArgs),
    /// List the plug-ins in the user's and the project's directory.
    List(list::ListArgs),
    /// Build a plug-in and check it against the rules for all plug-ins.
    Check(check::CheckArgs),
    /// Build a plug-in and put it into the user's plug-in directory.
    Install(install::InstallArgs),
    /// Trust a plug-in in its present form, and grant the capabilities that it asks for.
    Trust(trust::TrustArgs),
    /// Remove a plug-in from the user's plug-in directory.
    Remove(remove::RemoveArgs),
    /// Turn problem matchers of VS Code or an errorformat into declarative parsers.
    Import(import::ImportArgs),
}

pub(crate) fn run(args: &PluginArgs) -> Result<ExitCode, CliError> {
    match &args.action {
        Action::New(args) => new::run(args),
        Action::List(args) => list::run(args),
        Action::Check(args) => check::run(args),
        Action::Install(args) => install::run(args),
        Action::Trust(args) => trust::run(args),
        Action::Remove(args) => remove::run(args),
        Action::Import(args) => import::run(args),
    }
}

/// Serves a library to the program that started this one.
#[derive(Debug, clap::Args)]
pub struct HostArgs {
    /// The library.
    library: PathBuf,
}

pub(crate) fn serve(args: &HostArgs) -> Result<ExitCode, CliError> {
    plugins::serve(&args.library)
        .map_err(|error| CliError::failed("the plug-in could not be served").caused_by(&error))?;
    Ok(ExitCode::Passes)
}

//! `unbreak heal fix`

use std::path::PathBuf;

use unbreak_core::Workspace as _;
use unbreak_host::heal::{Development, Documents, Heal, Reload};

use crate::commands::run::{RunArgs, run_through};
use crate::error::CliError;
use crate::exit::ExitCode;

/// Repairs the agent's own source until COMMAND, its own tests, passes, if development mode is on. Exits with 42 if
/// code changed: then the agent ends with 42, too, to be started again. Otherwise the exit codes are those of `run`.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: unbreak heal fix -C ~/agent -- python3 -m unittest")]
pub(super) struct FixArgs {
    /// A file that the agent reloads in place, such as a prompt; may be repeated.
    #[arg(long, value_name = "FILE")]
    document: Vec<PathBuf>,
    #[command(flatten)]
    run: RunArgs,
}

pub(super) fn run(args: &FixArgs, quiet: bool) -> Result<ExitCode, CliError> {
    let documents = Documents::open(&args.document)?;
    let mut effect = Reload::Nothing;
    let report = run_through(&args.run, quiet, async |agent, work, observer, cancel| {
        let heal = Heal::of_tree(agent.tree())?;
        let development = Development::of(&heal, agent.tree().root())?;
        let (tests, options) = work;
        let repaired = heal
            .repair(&development, agent, tests, options, &documents, observer, cancel)
            .await?;
        effect = repaired.effect;
        Ok(repaired.report)
    })?;
    Ok(match effect {
        Reload::Restart => ExitCode::Restart,
        _ => ExitCode::from(&report.outcome),
    })
}

//! `unbreak heal fix`

use std::io::Write as _;
use std::path::PathBuf;

use clap::builder::PossibleValuesParser;
use unbreak_core::policy::guard::Rule;
use unbreak_core::{Command, Outcome};
use unbreak_host::heal::{Development, Documents, Heal, Reload};
use unbreak_host::{CancelToken, RunOptions, Silent};

use crate::args::AgentArgs;
use crate::commands::interrupt;
use crate::error::CliError;
use crate::exit::ExitCode;
use crate::render::visible;
use crate::{terminal, workspace};

/// Repairs the agent's own source until TESTS pass, if development mode is on. Exits with 42 if code changed: then
/// the agent does, too, to be started again.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: unbreak heal fix -C ~/agent -- python3 -m unittest")]
pub(super) struct FixArgs {
    #[command(flatten)]
    workspace: AgentArgs,
    /// A file that the agent reloads in place, such as a prompt; may be repeated.
    #[arg(long, value_name = "FILE")]
    document: Vec<PathBuf>,
    /// Answer every question with yes, but those that need an --allow.
    #[arg(short, long)]
    yes: bool,
    /// Allow fixes that are otherwise refused, by class.
    #[arg(long, value_name = "CLASS", value_delimiter = ',', value_parser = PossibleValuesParser::new(Rule::ALL.map(Rule::name)))]
    allow: Vec<String>,
    #[cfg(feature = "models")]
    #[command(flatten)]
    models: crate::args::ModelFlags,
    /// The agent's own tests, after `--`.
    #[arg(trailing_var_arg = true, required = true, value_name = "TESTS")]
    tests: Vec<String>,
}

pub(super) fn run(args: &FixArgs) -> Result<ExitCode, CliError> {
    #[cfg(feature = "models")]
    let agent = workspace::agent_with_models(&args.workspace, &args.models)?;
    #[cfg(not(feature = "models"))]
    let agent = workspace::agent(&args.workspace)?;
    let heal = Heal::of_tree(agent.tree())?;
    let development = Development::of(&heal, &args.workspace.directory)?;
    let documents = Documents::open(&args.document)?;
    let options = RunOptions {
        assume_yes: args.yes,
        allow: args.allow.iter().cloned().collect(),
        ..RunOptions::default()
    };
    let (program, arguments) = args
        .tests
        .split_first()
        .ok_or_else(|| CliError::usage("which tests?"))?;
    let tests = Command::new(program, arguments.iter().cloned());
    let cancel = CancelToken::new();
    interrupt::listen(cancel.clone(), "taking back what is not verified")?;
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    let repaired = runtime.block_on(heal.repair(
        &development,
        &agent,
        &tests,
        &options,
        &documents,
        &mut Silent,
        &cancel,
    ))?;
    let mut out = terminal::stdout();
    write!(out, "{}", visible(&repaired.report.diff))?;
    out.flush()?;
    Ok(match (&repaired.report.outcome, repaired.effect) {
        (Outcome::Fixed, Reload::Restart) => ExitCode::Restart,
        (outcome, _) => ExitCode::from(outcome),
    })
}

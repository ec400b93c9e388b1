//! `unbreak learn`

use std::io::Write as _;
use std::time::Duration;

use unbreak_core::Command;
use unbreak_host::Learnt;

use super::run::duration;
use super::tool::{self, drive};
use crate::args::{AgentArgs, ListFormat};
use crate::error::CliError;
use crate::exit::ExitCode;
use crate::render::tally::counted;
use crate::terminal;

/// Runs COMMAND. If it fails, records the texts of the files. If it passes and failed here before, finds the
/// part of your edit that the pass needs, and keeps it as a pattern.
///
/// Experiments run in a copy of the workspace. Exit code 0 when something was learned, 1 when not.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: unbreak learn -- pytest -q")]
pub struct LearnArgs {
    #[command(flatten)]
    agent: AgentArgs,
    /// Kill COMMAND when it takes longer, as in 90s.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    timeout: Option<Duration>,
    /// The output format.
    #[arg(long, default_value = "text")]
    format: ListFormat,
    /// The command, after `--`.
    #[arg(last = true, required = true, value_name = "COMMAND")]
    command: Vec<String>,
}

pub(crate) fn run(args: &LearnArgs, quiet: bool) -> Result<ExitCode, CliError> {
    let command = match args.command.split_first() {
        Some((program, arguments)) => Command::new(program, arguments),
        None => return Err(CliError::usage("no command was given")),
    };
    let learnt = drive(
        &args.agent,
        quiet,
        "ending the command",
        async |agent, cancel, _| agent.learn(&command, args.timeout, cancel).await,
    )?;
    match args.format {
        ListFormat::Json => tool::print(&serde_json::to_value(&learnt).map_err(std::io::Error::from)?)?,
        ListFormat::Text => {
            let mut out = terminal::stdout();
            writeln!(out, "{}", said(&learnt))?;
            out.flush()?;
        }
    }
    Ok(match learnt {
        Learnt::Learned { .. } => ExitCode::Passes,
        _ => ExitCode::Fails,
    })
}

fn said(learnt: &Learnt) -> String {
    match learnt {
        Learnt::Noted { errors } => format!(
            "the command fails with {}; run this again once you have fixed it",
            counted(u64::try_from(*errors).unwrap_or(u64::MAX), "error")
        ),
        Learnt::NothingKnown => "the command passes, and is not known to have failed here".to_owned(),
        Learnt::Unchanged => "the command passes, and no file differs from when it failed".to_owned(),
        Learnt::Unclear { reason } => format!("nothing was learned: {reason}"),
        Learnt::Learned {
            pattern,
            file,
            hunks,
            of,
            runs,
        } => format!("learned from {file}: {pattern}\n{hunks} of {of} hunks needed, found in {runs} runs"),
        _ => "nothing was learned".to_owned(),
    }
}

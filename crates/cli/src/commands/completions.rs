//! `unbreak completions`

use std::io::Write as _;

use clap::CommandFactory as _;

use crate::args::Args;
use crate::error::CliError;
use crate::exit::ExitCode;
use crate::terminal;

/// Prints a script that completes commands and flags:
/// `source <(unbreak completions bash)`.
#[derive(Debug, clap::Args)]
pub struct CompletionsArgs {
    /// The shell.
    pub shell: clap_complete::Shell,
}

pub(crate) fn run(args: &CompletionsArgs) -> Result<ExitCode, CliError> {
    let mut out = terminal::stdout_verbatim();
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Args::command(), "unbreak", &mut script);
    out.write_all(&script)?;
    out.flush()?;
    Ok(ExitCode::Passes)
}

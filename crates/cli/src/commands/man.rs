//! `unbreak man`

use std::fs;
use std::io::Write as _;
use std::path::PathBuf;

use clap::CommandFactory as _;
use clap_mangen::Man;

use crate::args::Args;
use crate::error::CliError;
use crate::exit::ExitCode;
use crate::terminal;

/// Prints the manual page, or writes the pages of all commands.
#[derive(Debug, clap::Args)]
#[command(after_help = "Example: unbreak man | man -l -")]
pub struct ManArgs {
    /// Write the page of every command into DIR.
    #[arg(long, value_name = "DIR")]
    dir: Option<PathBuf>,
}

pub(crate) fn run(args: &ManArgs) -> Result<ExitCode, CliError> {
    let command = Args::command();
    match &args.dir {
        Some(dir) => {
            let unwritable =
                |error| CliError::usage(format!("{} cannot be written", dir.display())).caused_by(&error);
            fs::create_dir_all(dir).map_err(unwritable)?;
            clap_mangen::generate_to(command, dir).map_err(unwritable)?;
        }
        None => {
            let mut out = terminal::stdout_verbatim();
            Man::new(command).render(&mut out)?;
            out.flush()?;
        }
    }
    Ok(ExitCode::Passes)
}

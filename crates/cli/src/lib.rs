//! The `unbreak` command line: arguments, terminal, output formats.
//!
//! **Architecture Invariant:** only this crate knows an argument list, a terminal or a wire format. It
//! decides nothing about diagnostics, fixes or their verification, which is the task of the host.

pub mod args;
mod commands;
mod complete;
pub mod config;
mod error;
pub mod exit;
mod files;
#[cfg(feature = "plugins")]
mod loaded;
mod logging;
#[cfg(feature = "mcp")]
mod mcp;
mod near;
mod plugins;
mod progress;
pub mod render;
mod sources;
mod terminal;
mod workspace;

use clap::Parser as _;

use crate::args::Args;
use crate::error::CliError;
pub use crate::exit::ExitCode;

/// Runs the program with the arguments of this process.
pub fn main() -> ExitCode {
    let args = match Args::try_parse() {
        Ok(args) => args,
        Err(error) => return refuse(&error),
    };
    args.color_choice().write_global();
    if args.no_redact {
        terminal::show_secrets();
    }
    logging::start(args.verbose);
    if args.command.runs_commands()
        && let Err(error) = unbreak_host::runner::adopt_orphans()
    {
        tracing::info!("processes that hide from their command may be left: {error}");
    }
    match commands::run(&args) {
        Ok(exit) => exit,
        Err(error) => fail(&error),
    }
}

/// Handles an invalid argument; or a request for help, which is not a failure.
fn refuse(error: &clap::Error) -> ExitCode {
    // Without a reader there is nothing left to do.
    let _ = error.print();
    match error.use_stderr() {
        true => ExitCode::Usage,
        false => ExitCode::Passes,
    }
}

fn fail(error: &CliError) -> ExitCode {
    if error.is_closed_pipe() {
        return ExitCode::Passes;
    }
    // Without a reader, only the exit code matters.
    let _ = error.write(&mut terminal::stderr());
    error.exit()
}

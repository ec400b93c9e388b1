//! `unbreak plugin remove`

use std::io::Write as _;

use unbreak_host::plugins;

use crate::error::CliError;
use crate::exit::ExitCode;
use crate::terminal;

/// Removes a plug-in from the user's plug-in directory and from the lock.
#[derive(Debug, clap::Args)]
pub(super) struct RemoveArgs {
    /// Its id.
    id: String,
}

pub(super) fn run(args: &RemoveArgs) -> Result<ExitCode, CliError> {
    let home = plugins::home();
    if !plugins::remove(&args.id, &home)? {
        return Err(
            CliError::usage(format!("there is no plug-in called '{}'", args.id))
                .hint("'unbreak plugin list' shows those there are".to_owned()),
        );
    }
    writeln!(terminal::stdout(), "removed {}", args.id)?;
    Ok(ExitCode::Passes)
}

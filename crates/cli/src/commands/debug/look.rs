//! Where a session is.

use std::io::Write as _;

use clap::Args;
use unbreak_host::debug::Debugger;

use super::{SessionArgs, show};
use crate::args::ListFormat;
use crate::commands::tool;
use crate::error::CliError;
use crate::exit::ExitCode;
use crate::render::visible;
use crate::{terminal, workspace};

/// Says where a session is, also while another process has it.
#[derive(Debug, Args)]
pub(super) struct StatusArgs {
    #[command(flatten)]
    session: SessionArgs,
    /// List the sessions in the workspace.
    #[arg(long, conflicts_with = "session")]
    list: bool,
}

pub(super) fn status(args: &StatusArgs) -> Result<ExitCode, CliError> {
    let agent = workspace::agent(&args.session.workspace)?;
    if !args.list {
        show(
            &Debugger::look(&agent, args.session.session.as_deref())?,
            args.session.format,
        )?;
        return Ok(ExitCode::Passes);
    }
    let listed = Debugger::list(&agent)?;
    match args.session.format {
        ListFormat::Json => tool::print(&serde_json::json!(listed))?,
        ListFormat::Text => {
            let mut out = terminal::stdout();
            for one in listed {
                writeln!(out, "{} {}: {}", one.id, one.state.name(), visible(&one.command))?;
            }
            out.flush()?;
        }
    }
    Ok(ExitCode::Passes)
}

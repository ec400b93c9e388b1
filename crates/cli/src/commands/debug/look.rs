//! Shows the state of a session.

use std::io::Write as _;
use std::path::PathBuf;

use clap::Args;
use unbreak_host::debug::Debugger;

use super::{SessionArgs, show};
use crate::args::ListFormat;
use crate::commands::{bisect, tool};
use crate::error::CliError;
use crate::exit::ExitCode;
use crate::render::{svg, visible};
use crate::{terminal, workspace};

/// Shows the state of a session, even while another process holds it.
#[derive(Debug, Args)]
pub(super) struct StatusArgs {
    #[command(flatten)]
    session: SessionArgs,
    /// Draw the confidence of the hypotheses to FILE, as SVG.
    #[arg(long, value_name = "FILE", conflicts_with = "list")]
    svg: Option<PathBuf>,
    /// List the sessions in the workspace.
    #[arg(long, conflicts_with = "session")]
    list: bool,
}

pub(super) fn status(args: &StatusArgs) -> Result<ExitCode, CliError> {
    let agent = workspace::agent(&args.session.workspace)?;
    if !args.list {
        let saved = Debugger::look(&agent, args.session.session.as_deref())?;
        if let Some(file) = &args.svg {
            let mut picture = Vec::new();
            svg::beliefs(&mut picture, saved.session.record())?;
            bisect::write(file, &picture)?;
        }
        show(&saved, args.session.format)?;
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

//! `unbreak undo`

use std::io::{self, Write};

use unbreak_host::workspace::Undone;

use crate::args::WorkspaceArgs;
use crate::error::CliError;
use crate::exit::ExitCode;
use crate::render::visible_line;
use crate::{terminal, workspace};

/// Undoes the changes of a run, in this directory or the nearest one above it that has runs. An undo can be
/// undone, by its own id.
#[derive(Debug, clap::Args)]
pub struct UndoArgs {
    #[command(flatten)]
    workspace: WorkspaceArgs,
    /// The run, as `unbreak history` names it; otherwise the latest that changed anything.
    run: Option<String>,
    /// Restore files even if they were changed since.
    #[arg(long)]
    force: bool,
}

pub(crate) fn run(args: &UndoArgs) -> Result<ExitCode, CliError> {
    let agent = workspace::without_plugins(&args.workspace.directory)?;
    let undone = agent.undo(args.run.as_deref(), args.force)?;
    let mut out = terminal::stdout();
    text(&mut out, &undone)?;
    out.flush()?;
    Ok(ExitCode::Passes)
}

/// Reports what was undone.
pub(crate) fn text(out: &mut dyn Write, undone: &Undone) -> io::Result<()> {
    if let Some(recovered) = &undone.recovered {
        writeln!(out, "{}", visible_line(&recovered.to_string()))?;
    }
    writeln!(
        out,
        "undid run {} ({}) in {}:",
        undone.run,
        visible_line(&undone.command),
        visible_line(&undone.root.to_string_lossy())
    )?;
    undone
        .files
        .iter()
        .try_for_each(|file| writeln!(out, "  {}", visible_line(file.as_str())))
}

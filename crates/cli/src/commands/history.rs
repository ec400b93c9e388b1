//! `unbreak history`

use std::io::Write;
use std::time::{Duration, UNIX_EPOCH};

use serde::Serialize;
use unbreak_core::RelPath;
use unbreak_host::workspace::PastRun;

use crate::args::{ListFormat, WorkspaceArgs};
use crate::error::CliError;
use crate::exit::ExitCode;
use crate::render::{style, table};
use crate::{terminal, workspace};

/// Lists the runs made in a workspace, the latest first: in this directory, or the nearest above that has
/// runs.
#[derive(Debug, clap::Args)]
pub struct HistoryArgs {
    #[command(flatten)]
    workspace: WorkspaceArgs,
    /// The output format.
    #[arg(long, default_value = "text")]
    format: ListFormat,
}

pub(crate) fn run(args: &HistoryArgs) -> Result<ExitCode, CliError> {
    let agent = workspace::without_plugins(&args.workspace.directory)?;
    let runs = agent.history()?;
    let mut out = terminal::stdout();
    match args.format {
        ListFormat::Json => {
            let runs: Vec<Row<'_>> = runs.iter().map(Row::of).collect();
            serde_json::to_writer_pretty(&mut out, &runs).map_err(std::io::Error::from)?;
            writeln!(out)?;
        }
        ListFormat::Text => text(&mut out, &runs)?,
    }
    out.flush()?;
    Ok(ExitCode::Passes)
}

/// A run, for programs.
#[derive(Serialize)]
struct Row<'a> {
    id: &'a str,
    command: &'a str,
    started: String,
    ended: Option<String>,
    outcome: Option<&'a str>,
    files: &'a [RelPath],
    undoes: Option<&'a str>,
    undone: bool,
}

impl<'a> Row<'a> {
    fn of(run: &'a PastRun) -> Self {
        Self {
            id: &run.id,
            command: &run.command,
            started: time(run.started_ms),
            ended: run.ended_ms.map(time),
            outcome: run.outcome.as_deref(),
            files: &run.files,
            undoes: run.undoes.as_deref(),
            undone: run.undone,
        }
    }
}

fn text(out: &mut dyn Write, runs: &[PastRun]) -> std::io::Result<()> {
    if runs.is_empty() {
        return writeln!(out, "no run has been made here");
    }
    let rows: Vec<[String; 5]> = runs.iter().map(columns).collect();
    table::render(out, ["RUN", "STARTED", "OUTCOME", "FILES", "COMMAND"], &rows)?;
    let faint = style::FAINT;
    writeln!(out, "\n{faint}take one back with: unbreak undo RUN{faint:#}")
}

fn columns(run: &PastRun) -> [String; 5] {
    let outcome = run.outcome.as_deref().unwrap_or("not finished");
    let undone = if run.undone { ", undone" } else { "" };
    let outcome = format!("{outcome}{undone}");
    [
        run.id.clone(),
        time(run.started_ms),
        outcome,
        run.files.len().to_string(),
        run.command.clone(),
    ]
}

/// RFC 3339, UTC.
fn time(ms: u64) -> String {
    humantime::format_rfc3339_seconds(UNIX_EPOCH + Duration::from_millis(ms)).to_string()
}

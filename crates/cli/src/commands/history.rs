//! `unbreak history`

use std::io::Write;
use std::time::{Duration, UNIX_EPOCH};

use serde::Serialize;
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
            let runs: Vec<Row> = runs.iter().map(Row::of).collect();
            serde_json::to_writer_pretty(&mut out, &runs).map_err(std::io::Error::from)?;
            writeln!(out)?;
        }
        ListFormat::Text => text(&mut out, &runs)?,
    }
    out.flush()?;
    Ok(ExitCode::Passes)
}

/// A run, for programs.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "mcp", derive(schemars::JsonSchema))]
pub(crate) struct Row {
    id: String,
    command: String,
    started: String,
    ended: Option<String>,
    outcome: Option<String>,
    files: Vec<String>,
    undoes: Option<String>,
    undone: bool,
}

/// Formats it in one line.
#[cfg(feature = "mcp")]
impl std::fmt::Display for Row {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let outcome = self.outcome.as_deref().unwrap_or("not finished");
        let undone = if self.undone { ", undone" } else { "" };
        let files = self.files.join(", ");
        write!(
            f,
            "{} ({}) {}: {outcome}{undone}; {files}",
            self.id, self.started, self.command
        )
    }
}

impl Row {
    pub(crate) fn of(run: &PastRun) -> Self {
        Self {
            id: run.id.clone(),
            command: run.command.clone(),
            started: time(run.started_ms),
            ended: run.ended_ms.map(time),
            outcome: run.outcome.clone(),
            files: run.files.iter().map(|file| file.as_str().to_owned()).collect(),
            undoes: run.undoes.clone(),
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

//! JSON lines: one object per line, written as things happen.

use std::io::{self, Write};

use serde::Serialize;
use unbreak_core::{Diagnostic, Event, Report};

/// Writes a diagnostic on one line. The keys that every reader needs come first; `parser`, `type`, `severity`
/// and `message` are always present, the others if known.
///
/// # Errors
/// If `out` cannot be written.
pub fn diagnostic(out: &mut dyn Write, diagnostic: &Diagnostic) -> io::Result<()> {
    line(out, diagnostic)
}

/// Writes an event of a run on one line; `event` holds its name.
///
/// # Errors
/// If `out` cannot be written.
pub fn event(out: &mut dyn Write, event: &Event) -> io::Result<()> {
    line(out, event)
}

/// Writes the last line of a run: the report, as an event of that name.
///
/// # Errors
/// If `out` cannot be written.
pub fn report(out: &mut dyn Write, report: &Report) -> io::Result<()> {
    line(
        out,
        &ReportLine {
            event: "report",
            report,
        },
    )
}

#[derive(Serialize)]
struct ReportLine<'a> {
    event: &'static str,
    #[serde(flatten)]
    report: &'a Report,
}

fn line(out: &mut dyn Write, value: &impl Serialize) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    out.write_all(b"\n")
}

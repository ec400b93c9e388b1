//! Renders diagnoses for each format.

use std::io::{self, Write};

use unbreak_core::{Diagnosis, Remedy, Report};

use super::{style, visible_line};

/// The number of commands that are shown for one thing; JSON has all.
const SHOWN: usize = 2;

/// Writes the diagnoses of a report as text: each in a sentence, with the line that led to it and the commands
/// that bring the thing.
pub(super) fn text(out: &mut dyn Write, report: &Report) -> io::Result<()> {
    if report.diagnoses.is_empty() {
        return Ok(());
    }
    let title = style::TITLE;
    writeln!(
        out,
        "\n{title}missing outside the project ({}){title:#}",
        report.diagnoses.len()
    )?;
    report
        .diagnoses
        .iter()
        .try_for_each(|diagnosis| one(out, diagnosis))
}

fn one(out: &mut dyn Write, diagnosis: &Diagnosis) -> io::Result<()> {
    let (bad, faint) = (style::ERROR, style::FAINT);
    writeln!(out, "  {bad}!{bad:#} {}", visible_line(&diagnosis.summary))?;
    let seen = super::summary::at(&diagnosis.seen.location.to_string(), &diagnosis.seen.text);
    writeln!(out, "    {faint}{}{faint:#}", visible_line(&seen))?;
    shown(diagnosis).try_for_each(|remedy| writeln!(out, "    try: {}", visible_line(&remedy_text(remedy))))
}

/// The first commands; of those for one system only, the ones for the system that comes first.
fn shown(diagnosis: &Diagnosis) -> impl Iterator<Item = &Remedy> {
    let mut systems = diagnosis
        .remedies
        .iter()
        .filter_map(|remedy| remedy.system.as_deref());
    let first = systems.next();
    let fits = move |remedy: &&Remedy| remedy.system.is_none() || remedy.system.as_deref() == first;
    diagnosis.remedies.iter().filter(fits).take(SHOWN)
}

/// The command, and how the program itself may run it.
fn remedy_text(remedy: &Remedy) -> String {
    let system = remedy.system.as_deref().map(|system| format!(" ({system})"));
    let allow = remedy
        .needs
        .as_deref()
        .map(|class| format!(" (or: --allow {class})"));
    format!(
        "{}{}{}",
        remedy.command,
        system.unwrap_or_default(),
        allow.unwrap_or_default()
    )
}

/// A diagnosis as one text without markup: the sentence, and the commands after it.
pub(crate) fn plain(diagnosis: &Diagnosis) -> String {
    let commands: Vec<String> = shown(diagnosis)
        .map(|remedy| format!("\nTry: {}", remedy_text(remedy)))
        .collect();
    format!("{}{}", diagnosis.summary, commands.concat())
}

//! GitHub's workflow commands: annotations on the lines of a pull request.
//!
//! The syntax and its escapes are those of "Workflow commands for GitHub Actions" and of `@actions/core`.
//! GitHub shows ten annotations of each kind per step and silently drops the rest, so the most important ones
//! are written, and the others counted in a last line.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{self, Write};

use unbreak_core::{Diagnosis, Diagnostic, ErrorType, KeptFix, Location, Report, Severity};

use super::message;
use super::summary::{passes, verdict};
use super::tally::counted;
use super::visible::pictured;

/// The number that GitHub shows of each kind per step.
const SHOWN: usize = 10;

/// The annotations of one step; holds only those that will be shown.
#[derive(Debug, Default)]
pub struct Annotations {
    kinds: BTreeMap<Kind, Ranked>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Error,
    Warning,
    Notice,
}

/// The best of one kind, and their number.
#[derive(Debug, Default)]
struct Ranked {
    seen: u64,
    best: BTreeMap<Rank, String>,
}

/// Ascending: errors that prevent any execution first, then those with a place, then by type in the order of
/// [`ErrorType`], then in the order of arrival.
type Rank = (std::cmp::Reverse<Severity>, bool, ErrorType, u64);

impl Annotations {
    /// Adds a diagnostic.
    pub fn add(&mut self, diagnostic: &Diagnostic) {
        let kind = Kind::of(diagnostic.severity);
        let ranked = self.kinds.entry(kind).or_default();
        ranked.seen += 1;
        let annotation = of_diagnostic(kind, diagnostic);
        if ranked.best.values().any(|known| *known == annotation) {
            // Forty tests that fail at one place would leave no room for others.
            return;
        }
        let rank = (
            std::cmp::Reverse(diagnostic.severity),
            diagnostic.location.line.is_none(),
            diagnostic.error_type,
            ranked.seen,
        );
        ranked.best.insert(rank, annotation);
        if ranked.best.len() > SHOWN {
            ranked.best.pop_last();
        }
    }

    /// Writes them, and a line with the counts.
    ///
    /// # Errors
    /// If `out` cannot be written.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        for annotation in self.kinds.values().flat_map(|ranked| ranked.best.values()) {
            writeln!(out, "{annotation}")?;
        }
        writeln!(out, "{}", self.summary())
    }

    /// "40 errors (10 annotated), 1 warning"
    fn summary(&self) -> String {
        let counts = self
            .kinds
            .iter()
            .map(|(kind, ranked)| match ranked.best.len() as u64 {
                shown if shown < ranked.seen => {
                    format!("{} ({shown} annotated)", counted(ranked.seen, kind.name()))
                }
                _ => counted(ranked.seen, kind.name()),
            });
        match counts.collect::<Vec<_>>() {
            counts if counts.is_empty() => "nothing found".to_owned(),
            counts => counts.join(", "),
        }
    }
}

/// Writes the report of a run: remaining errors as errors, fixes as notices.
///
/// # Errors
/// If `out` cannot be written.
pub fn report(out: &mut dyn Write, report: &Report) -> io::Result<()> {
    for diagnosis in report.diagnoses.iter().take(SHOWN) {
        writeln!(out, "{}", of_diagnosis(diagnosis))?;
    }
    for fix in report.fixed.iter().take(SHOWN) {
        writeln!(out, "{}", of_fix(fix))?;
    }
    let mut annotations = Annotations::default();
    for diagnostic in &report.remaining {
        annotations.add(diagnostic);
    }
    if !report.remaining.is_empty() {
        annotations.write(out)?;
    }
    let verdict = verdict(report);
    if report.remaining.is_empty() && !passes(report) {
        failure(out, &verdict)?;
    }
    writeln!(
        out,
        "{}; {} fixed",
        one_line(&verdict),
        counted(report.fixed.len() as u64, "root cause")
    )
}

/// A failure that no diagnostic explains must not look like a success.
pub(super) fn failure(out: &mut dyn Write, verdict: &str) -> io::Result<()> {
    writeln!(
        out,
        "{}",
        command(Kind::Error, &Location::default(), "unbreak", verdict)
    )
}

impl Kind {
    fn of(severity: Severity) -> Self {
        match severity {
            Severity::Fatal | Severity::Error => Self::Error,
            Severity::Warning => Self::Warning,
            Severity::Info => Self::Notice,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
            Self::Notice => "notice",
        }
    }
}

fn of_diagnostic(kind: Kind, diagnostic: &Diagnostic) -> String {
    let title = diagnostic
        .code
        .as_deref()
        .unwrap_or(diagnostic.error_type.as_str());
    let mut message = message(diagnostic).to_owned();
    if let Some(advice) = &diagnostic.advice {
        let _ = write!(message, "\n{advice}");
    }
    command(kind, &diagnostic.location, title, &message)
}

/// A notice: the error that it explains is annotated by itself.
fn of_diagnosis(diagnosis: &Diagnosis) -> String {
    let place = &diagnosis.seen.location;
    command(
        Kind::Notice,
        place,
        "missing outside the project",
        &super::diagnosed(diagnosis),
    )
}

fn of_fix(fix: &KeptFix) -> String {
    let message = format!(
        "{} ({})\n{}\nRight because {}\nIf it were wrong: {}",
        fix.title, fix.safety, fix.verified, fix.right_because, fix.wrong_if
    );
    command(
        Kind::Notice,
        &fix.diagnostic.location,
        "fixed by unbreak",
        &message,
    )
}

/// One command. Unknown properties are left out; an end column is only valid on one line.
fn command(kind: Kind, location: &Location, title: &str, message: &str) -> String {
    let one_line = location.end_line.is_none() || location.end_line == location.line;
    // Zero is not a line or column, though some tools print it.
    let number = |number: Option<u32>| {
        number
            .filter(|number| *number > 0)
            .map(|number| number.to_string())
    };
    let properties = [
        ("file", location.file.clone()),
        ("line", number(location.line)),
        ("endLine", number(location.end_line)),
        ("col", number(location.column)),
        ("endColumn", number(location.end_column.filter(|_| one_line))),
        ("title", Some(title.to_owned())),
    ];
    let known = properties
        .into_iter()
        .filter_map(|(name, value)| Some((name, value?)));
    let written: Vec<String> = known
        .map(|(name, value)| format!("{name}={}", property(&value)))
        .collect();
    format!("::{} {}::{}", kind.name(), written.join(","), data(message))
}

/// A text that is not a command: a line that begins with `::` would be one.
fn one_line(text: &str) -> String {
    let words = text.split_whitespace().collect::<Vec<_>>();
    words.join(" ").chars().map(pictured).collect()
}

fn data(text: &str) -> String {
    let shown: String = text
        .chars()
        .map(|c| if c == '\r' { c } else { pictured(c) })
        .collect();
    shown
        .replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

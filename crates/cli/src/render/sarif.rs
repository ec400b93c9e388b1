//! SARIF 2.1.0, for code-scanning services and editors.
//!
//! Results are written as they come, so memory does not grow with the log; parts that are known only at the
//! end (rules, notifications) follow them, which JSON allows.

mod convert;
mod model;

use std::collections::BTreeSet;
use std::io::{self, Write};

use unbreak_core::{Diagnosis, Diagnostic, KeptFix, Report};

use super::findings::Ending;
use super::summary::{passes, verdict};
use model::{Driver, Invocation, Level, Notification, Rule, Tool};

/// Everything up to the first result.
const HEAD: &str = concat!(
    r#"{"$schema":"https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json","#,
    r#""version":"2.1.0","runs":[{"columnKind":"unicodeCodePoints","results":["#,
);

/// A SARIF log with one run, while it is written.
#[derive(Debug, Default)]
pub struct Log {
    results: u64,
    /// GitHub requires the rules, though only their ids are known.
    rules: BTreeSet<String>,
}

impl Log {
    /// Writes a diagnostic as a result.
    ///
    /// # Errors
    /// If `out` cannot be written.
    pub fn result(&mut self, out: &mut dyn Write, diagnostic: &Diagnostic) -> io::Result<()> {
        let before = if self.results == 0 { HEAD } else { "," };
        out.write_all(before.as_bytes())?;
        self.results += 1;
        self.rules.insert(convert::rule_id(diagnostic).to_owned());
        serde_json::to_writer(out, &convert::result(diagnostic))?;
        Ok(())
    }

    /// Closes the log of a parse.
    ///
    /// # Errors
    /// If `out` cannot be written.
    pub fn end(&mut self, out: &mut dyn Write, ending: &Ending) -> io::Result<()> {
        let unexplained = ending.summary.unexplained();
        let problems = ending
            .problems
            .iter()
            .map(|problem| format!("{}: {}", problem.parser, problem.message));
        let warnings = problems.map(|problem| warned(&problem));
        let error = unexplained.map(|text| notification(Level::Error, &text));
        self.close(out, error.into_iter().chain(warnings).collect())
    }

    fn close(&mut self, out: &mut dyn Write, notifications: Vec<Notification>) -> io::Result<()> {
        if self.results == 0 {
            out.write_all(HEAD.as_bytes())?;
        }
        let tool = Tool {
            driver: Driver {
                name: "unbreak",
                semantic_version: env!("CARGO_PKG_VERSION"),
                rules: std::mem::take(&mut self.rules)
                    .into_iter()
                    .map(|id| Rule { id })
                    .collect(),
            },
        };
        let invocation = Invocation {
            execution_successful: true,
            tool_execution_notifications: notifications,
        };
        let (tool, invocation) = (serde_json::to_string(&tool)?, serde_json::to_string(&invocation)?);
        writeln!(out, r#"],"tool":{tool},"invocations":[{invocation}]}}]}}"#)
    }
}

/// Writes the report of a run: remaining errors as results, diagnoses and fixes as notifications.
///
/// # Errors
/// If `out` cannot be written.
pub fn report(out: &mut dyn Write, report: &Report) -> io::Result<()> {
    let mut log = Log::default();
    for diagnostic in &report.remaining {
        log.result(out, diagnostic)?;
    }
    let diagnosed = report.diagnoses.iter().map(diagnosed);
    let fixed = report.fixed.iter().map(fixed);
    let warnings = report.warnings.iter().map(|warning| warned(warning));
    log.close(
        out,
        ending(report)
            .into_iter()
            .chain(diagnosed)
            .chain(fixed)
            .chain(warnings)
            .collect(),
    )
}

/// A failure that no result explains must not look like a success.
fn ending(report: &Report) -> Option<Notification> {
    let unexplained = report.remaining.is_empty() && !passes(report);
    unexplained.then(|| notification(Level::Error, &verdict(report)))
}

fn diagnosed(diagnosis: &Diagnosis) -> Notification {
    let text = format!("missing outside the project: {}", super::diagnosed(diagnosis));
    Notification {
        locations: convert::location(&diagnosis.seen.location).into_iter().collect(),
        ..notification(Level::Error, &text)
    }
}

fn fixed(fix: &KeptFix) -> Notification {
    let text = format!(
        "fixed: {} ({}); {}; {}; right because {}; if it were wrong: {}",
        fix.title, fix.diagnostic.message, fix.safety, fix.verified, fix.right_because, fix.wrong_if
    );
    Notification {
        locations: convert::location(&fix.diagnostic.location).into_iter().collect(),
        ..notification(Level::Note, &text)
    }
}

fn warned(warning: &str) -> Notification {
    notification(Level::Warning, warning)
}

fn notification(level: Level, text: &str) -> Notification {
    Notification {
        level,
        message: convert::message(text),
        locations: Vec::new(),
    }
}

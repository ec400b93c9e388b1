//! The number of diagnostics of each severity.

use std::fmt;

use serde::Serialize;
use unbreak_core::{Diagnostic, Severity};

/// Counts by severity.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Tally {
    /// Diagnostics that prevent any execution.
    pub fatal: u64,
    /// Diagnostics that make the command fail.
    pub errors: u64,
    /// Diagnostics that deserve a look.
    pub warnings: u64,
    /// Remarks.
    pub infos: u64,
}

impl Tally {
    /// The counts of some diagnostics.
    pub fn of<'a>(diagnostics: impl IntoIterator<Item = &'a Diagnostic>) -> Self {
        let mut tally = Self::default();
        for diagnostic in diagnostics {
            tally.add(diagnostic.severity);
        }
        tally
    }

    /// Counts one more.
    pub fn add(&mut self, severity: Severity) {
        match severity {
            Severity::Fatal => self.fatal += 1,
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
            Severity::Info => self.infos += 1,
        }
    }

    /// Returns whether there is any of severity error or worse.
    pub fn has_errors(&self) -> bool {
        self.fatal + self.errors > 0
    }
}

/// "2 errors, 1 warning", or "nothing found"; fatal ones count as errors here.
impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = [
            (self.fatal + self.errors, "error"),
            (self.warnings, "warning"),
            (self.infos, "remark"),
        ];
        let parts: Vec<String> = counts
            .into_iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, noun)| counted(count, noun))
            .collect();
        match parts.is_empty() {
            true => f.write_str("nothing found"),
            false => f.write_str(&parts.join(", ")),
        }
    }
}

/// "1 error", "2 errors".
pub(crate) fn counted(count: u64, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

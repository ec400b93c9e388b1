//! What a failure is, and when two of them are the same.

use unbreak_core::{Diagnostic, Severity};

/// What keeps a failed command from passing, the worst first: its errors, or, where it reports
/// none, the worst that it does report (linters fail on warnings).
pub(crate) fn errors(mut diagnostics: Vec<Diagnostic>) -> Vec<Diagnostic> {
    let worst = diagnostics.iter().map(|diagnostic| diagnostic.severity).max();
    let floor = worst.unwrap_or(Severity::Error).min(Severity::Error);
    diagnostics.retain(|diagnostic| diagnostic.severity >= floor);
    diagnostics.sort_by_key(|diagnostic| std::cmp::Reverse(diagnostic.severity));
    diagnostics
}

//! The diagnostic for an output in which no parser found any.

use unbreak_core::{Diagnostic, ErrorType, ExitState, Severity};

use super::edges::Edges;

/// The `parser` of these diagnostics.
const ID: &str = "fallback";
/// How much of such an output is quoted.
const QUOTED_CHARACTERS: usize = 500;

/// The diagnostic that the exit code demands and no parser gave, if any. A command that passed is
/// never given one.
pub(super) fn diagnostic(exit: Option<ExitState>, recognised: bool, edges: &Edges) -> Option<Diagnostic> {
    match exit {
        Some(ExitState::TimedOut) => {
            let message = "the command was killed at its time limit";
            Some(of(ErrorType::Timeout, Severity::Error, message))
        }
        Some(exit) if exit.is_success() => None,
        _ if recognised => None,
        Some(_) => unknown(edges, Severity::Error),
        // Whether the command failed is not known: no verdict is made up.
        None => unknown(edges, Severity::Warning),
    }
}

fn unknown(edges: &Edges, severity: Severity) -> Option<Diagnostic> {
    let quoted = edges.head(QUOTED_CHARACTERS);
    (!quoted.is_empty()).then(|| of(ErrorType::Unknown, severity, quoted))
}

fn of(error_type: ErrorType, severity: Severity, message: impl Into<String>) -> Diagnostic {
    let mut diagnostic = Diagnostic::new(error_type, severity, message);
    diagnostic.parser = ID.into();
    diagnostic
}

//! The diagnostic for an output in which no parser found any.

use unbreak_core::{Diagnostic, ErrorType, ExitState, Location, Severity};

use super::edges::Edges;
use super::found::Found;
use crate::format::locate;
use crate::work;

/// The `parser` of these diagnostics.
const ID: &str = "fallback";
/// How much of such an output is quoted.
const QUOTED_CHARACTERS: usize = 500;

/// The diagnostic that the exit code demands and no parser gave, if any. A command that passed is
/// never given one.
pub(super) fn diagnostic(exit: Option<ExitState>, found: &Found, edges: &Edges) -> Option<Diagnostic> {
    match exit {
        Some(ExitState::TimedOut) => {
            let message = "the command was killed at its time limit";
            Some(of(ErrorType::Timeout, Severity::Error, message))
        }
        Some(exit) if exit.is_success() => None,
        _ if found.any_error => None,
        // A warning explains no failure.
        _ if found.any => said(edges),
        Some(_) => unknown(edges, Severity::Error),
        // Unless the output says that the command failed, that is not known: no verdict is made up.
        None => said(edges).map_or_else(
            || unknown(edges, Severity::Warning),
            |said| unknown(edges, Severity::Error).map(|unknown| unknown.at(said.location)),
        ),
    }
}

/// The failure that the end of the output tells of.
fn said(edges: &Edges) -> Option<Diagnostic> {
    let tail = edges.tail();
    let said = work::failure(&tail)?;
    Some(of(ErrorType::Unknown, Severity::Error, said).at(recipe(said).unwrap_or_default()))
}

/// The place of a recipe that failed: `make: *** [Makefile:3: a] Error 1`.
fn recipe(said: &str) -> Option<Location> {
    let (_, inner) = said.split_once("*** [")?;
    Some(locate::at_start(inner)?.location())
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

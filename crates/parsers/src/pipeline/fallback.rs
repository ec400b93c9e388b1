//! The diagnostics for an output in which no parser found an error.

mod chosen;
mod complaint;
mod passed;
mod place;

use unbreak_core::{Diagnostic, ErrorType, ExitState, Location, Severity};

use super::edges::Edges;
use super::found::Found;
use crate::format::locate;
use crate::work;

/// The `parser` of these diagnostics.
const ID: &str = "fallback";
/// How much of such an output is quoted.
const QUOTED_CHARACTERS: usize = 500;

/// The diagnostics that the exit code or the words of the output demand and no parser gave. A command that
/// passed is never given one.
pub(super) fn diagnostics(exit: Option<ExitState>, found: &Found, edges: &Edges) -> Vec<Diagnostic> {
    match exit {
        Some(ExitState::TimedOut) => {
            let message = "the command was killed at its time limit";
            vec![of(ErrorType::Timeout, Severity::Error, message)]
        }
        Some(exit) if exit.is_success() => Vec::new(),
        _ if found.any_error => Vec::new(),
        // A warning explains no failure. Which lines belong to what parsers took is not known here.
        _ if found.any => said(edges).into_iter().collect(),
        _ => complaints(exit, edges).unwrap_or_else(|| quoted(exit, edges).into_iter().collect()),
    }
}

/// The lines that are labelled as errors, unless the output may be that of a command that passed.
fn complaints(exit: Option<ExitState>, edges: &Edges) -> Option<Vec<Diagnostic>> {
    let tail = edges.tail();
    let may_have_passed = || passed::says_so(&tail) || chosen::is_followed_by_milder(&tail);
    if exit.is_none() && said(edges).is_none() && may_have_passed() {
        return None;
    }
    let chosen = [tail, edges.head(usize::MAX)]
        .into_iter()
        .map(|text| chosen::chosen(&text));
    chosen.into_iter().find(|chosen| !chosen.is_empty())
}

/// Quotes the end or the beginning of the output, if no line is labelled.
fn quoted(exit: Option<ExitState>, edges: &Edges) -> Option<Diagnostic> {
    match exit {
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

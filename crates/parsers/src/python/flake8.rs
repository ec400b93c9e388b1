//! flake8, and the checkers it runs when they are run by themselves.

use unbreak_core::{Diagnostic, ErrorType, Line, Severity, register_parser};

use super::lint;
use crate::described;
use crate::format::Format;
use crate::place::Place;

register_parser!(Format::of(&described::FLAKE8).line(finding));

/// The beginnings of pyflakes' messages (its `messages.py`); those that begin with a name follow a quote.
const PYFLAKES: [&str; 14] = [
    "undefined name ",
    "local variable ",
    "redefinition of ",
    "import ",
    "f-string is missing ",
    "list comprehension redefines ",
    "dictionary key ",
    "unable to detect undefined names",
    "duplicate argument ",
    "future feature not defined",
    "use ==/!= to compare",
    "assertion is always true",
    "comparison to ",
    "t-string is missing ",
];

fn finding(line: &Line<'_>) -> Option<Diagnostic> {
    let place = Place::parse(line.text)?;
    place.column?;
    let text = place.message()?;
    let diagnostic = match lint::split_code(text) {
        Some((code, message)) => coded(code, message),
        None => uncoded(text)?,
    };
    Some(diagnostic.at(place.location()))
}

fn coded(code: &str, message: &str) -> Diagnostic {
    let mut diagnostic = lint::diagnostic(code, message);
    let grave = code.starts_with(['E', 'F']) && code != "F401";
    if !grave {
        diagnostic.severity = Severity::Warning;
    }
    diagnostic
}

/// A message of pyflakes.
fn uncoded(text: &str) -> Option<Diagnostic> {
    let about_name = text.starts_with('\'') || text.starts_with('"');
    if !about_name && !PYFLAKES.iter().any(|start| text.starts_with(start)) {
        return None;
    }
    let severity = if text.ends_with("imported but unused") {
        Severity::Warning
    } else {
        Severity::Error
    };
    Some(Diagnostic::new(ErrorType::Lint, severity, text))
}

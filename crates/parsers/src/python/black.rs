//! black, when it only checks.

use unbreak_core::{Diagnostic, ErrorType, Line, Location, Severity, register_parser};

use crate::described;
use crate::format::Format;
use crate::place::Place;

register_parser!(Format::of(&described::BLACK).line(complaint));

const WOULD_REFORMAT: &str = "would reformat ";
const CANNOT_FORMAT: &str = "error: cannot format ";
const CANNOT_PARSE: &str = "error: cannot parse: ";

fn complaint(line: &Line<'_>) -> Option<Diagnostic> {
    if let Some(file) = line.text.strip_prefix(WOULD_REFORMAT) {
        let unformatted = Diagnostic::new(ErrorType::Lint, Severity::Error, "would reformat");
        return Some(unformatted.with_code("unformatted").at(Location::file(file)));
    }
    if let Some(place) = line.text.strip_prefix(CANNOT_PARSE) {
        return Some(unparsable(Place::parse(place)?.location(), "cannot parse"));
    }
    cannot_format(line.text.strip_prefix(CANNOT_FORMAT)?)
}

/// `FILE: Cannot parse[ for target version ...]: LINE:COLUMN: SOURCE`.
fn cannot_format(text: &str) -> Option<Diagnostic> {
    let (file, reason) = text.split_once(": Cannot parse")?;
    let mut parts = reason.splitn(2, ": ");
    let (_, position) = (parts.next()?, parts.next()?);
    let (line, rest) = position.split_once(':')?;
    let (column, source) = rest.split_once(": ")?;
    let location = Location::column(file, line.parse().ok()?, column.parse().ok()?);
    Some(unparsable(location, &format!("cannot parse: {source}")))
}

fn unparsable(location: Location, message: &str) -> Diagnostic {
    Diagnostic::new(ErrorType::Syntax, Severity::Fatal, message).at(location)
}

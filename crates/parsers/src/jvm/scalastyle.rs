//! Scalastyle.

use unbreak_core::{Diagnostic, ErrorType, Line, Location, Severity, register_parser};

use crate::described;
use crate::format::Format;

register_parser!(Format::of(&described::SCALASTYLE).line(begin));

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    let (label, rest) = line.text.split_once(" file=")?;
    let severity = match label {
        "error" => Severity::Error,
        "warning" => Severity::Warning,
        "info" => Severity::Info,
        _ => return None,
    };
    let (file, rest) = rest.split_once(" message=")?;
    let (rest, column) = trailing(rest.trim_end(), " column=");
    let (message, line) = trailing(rest, " line=");
    let location = Location {
        line,
        column,
        ..Location::file(file)
    };
    Some(Diagnostic::new(ErrorType::Lint, severity, message).at(location))
}

/// Splits a number with this name off the end.
fn trailing<'a>(text: &'a str, name: &str) -> (&'a str, Option<u32>) {
    let split = text.rsplit_once(name);
    match split.and_then(|(rest, number)| Some((rest, number.parse().ok()?))) {
        Some((rest, number)) => (rest, Some(number)),
        None => (text, None),
    }
}

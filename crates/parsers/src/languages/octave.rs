//! GNU Octave.

use unbreak_core::{Diagnostic, ErrorType, Frame, Line, Location, Severity, register_parser};

use crate::described;
use crate::format::{Flow, Format, Open, guess, stack};

register_parser!(Format::of(&described::OCTAVE).block(begin, follow));

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    unparsed(line.text)
        .or_else(|| called(line))
        .or_else(|| at_top(line.text))
}

/// `parse error near line 3 of file a.m`.
fn unparsed(line: &str) -> Option<Diagnostic> {
    let text = line.strip_prefix("error: ").unwrap_or(line);
    let (number, file) = text
        .strip_prefix("parse error near line ")?
        .split_once(" of file ")?;
    let location = Location::line(file.trim(), number.parse().ok()?);
    Some(Diagnostic::new(ErrorType::Syntax, Severity::Error, "").at(location))
}

/// `error: called from`, below the error.
fn called(line: &Line<'_>) -> Option<Diagnostic> {
    let (label, severity) = match line.text {
        "error: called from" => ("error: ", Severity::Error),
        "warning: called from" => ("warning: ", Severity::Warning),
        _ => return None,
    };
    let said = line.back(1)?.strip_prefix(label)?;
    let message = said
        .split_once(" near line ")
        .map_or(said, |(message, _)| message);
    let error_type = match guess::error_type(Severity::Error, message) {
        ErrorType::Type => ErrorType::Type,
        _ if message.ends_with(" undefined") => ErrorType::Type,
        _ => ErrorType::Runtime,
    };
    Some(Diagnostic::new(error_type, severity, message))
}

/// `error: 'x' undefined near line 2, column 7`, below which a stack may follow: then that is read.
fn at_top(line: &str) -> Option<Diagnostic> {
    let (message, place) = line.strip_prefix("error: ")?.split_once(" near line ")?;
    let (number, column) = place.split_once(", column ")?;
    let location = Location {
        line: Some(number.parse().ok()?),
        column: Some(column.trim().parse().ok()?),
        ..Location::default()
    };
    message
        .ends_with(" undefined")
        .then(|| Diagnostic::new(ErrorType::Type, Severity::Error, message).at(location))
}

fn follow(open: &mut Open, line: &str) -> Flow {
    if open.diagnostic.error_type == ErrorType::Syntax {
        return unparsed_because(open, line);
    }
    if open.taken == 0 && line == "error: called from" {
        open.diagnostic.location = Location::default();
        return Flow::Taken;
    }
    let Some(frame) = entry(line) else {
        return Flow::Over;
    };
    if open.diagnostic.frames.is_empty() {
        open.diagnostic.location = frame.location.clone();
    }
    stack::push_caller(&mut open.diagnostic, frame);
    Flow::Taken
}

/// The message is alone between empty lines.
fn unparsed_because(open: &mut Open, line: &str) -> Flow {
    match line.trim() {
        "" if open.taken == 0 => Flow::Taken,
        said if open.taken == 1 && !said.is_empty() && line.starts_with("  ") => {
            open.push_message(said);
            Flow::Last
        }
        _ => {
            open.push_message("parse error");
            Flow::Over
        }
    }
}

/// `    f at line 2 column 5`.
fn entry(line: &str) -> Option<Frame> {
    let (function, place) = line.strip_prefix("    ")?.split_once(" at line ")?;
    let (number, column) = place.split_once(" column ")?;
    let location = Location {
        line: Some(number.parse().ok()?),
        column: Some(column.trim().parse().ok()?),
        ..Location::default()
    };
    Some(Frame::new(location, Some(function.to_owned())))
}

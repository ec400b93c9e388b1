//! py_compile and compileall, where they print an error in a line of their own.

use unbreak_core::{Diagnostic, Line, Location, register_parser};

use super::exception::{kind, split_class};
use crate::described;
use crate::format::Format;

register_parser!(Format::of(&described::PY_COMPILE).line(complaint));

const SORRY: &str = "Sorry: ";

/// `[*** ]Sorry: Class: message (file, line N)`.
fn complaint(line: &Line<'_>) -> Option<Diagnostic> {
    let text = line
        .text
        .strip_prefix("*** ")
        .unwrap_or(line.text)
        .strip_prefix(SORRY)?;
    let (text, place) = text.strip_suffix(')')?.rsplit_once(" (")?;
    let (name, number) = place.rsplit_once(", line ")?;
    let (class, message) = split_class(text)?;
    let file = line
        .back(1)
        .and_then(|before| announced(before, name))
        .unwrap_or(name);
    let (error_type, severity) = kind(class);
    let location = Location::line(file, number.parse().ok()?);
    Some(
        Diagnostic::new(error_type, severity, message)
            .with_code(class)
            .at(location),
    )
}

/// The path in `Compiling './lib/shop.py'...` or `*** Error compiling './lib/shop.py'...`.
fn announced<'a>(line: &'a str, name: &str) -> Option<&'a str> {
    let (_, rest) = line.split_once("ompiling '")?;
    let path = rest.strip_suffix("'...")?;
    path.ends_with(name).then_some(path)
}

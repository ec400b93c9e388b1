//! The Kotlin compiler, alone and within Gradle.

use unbreak_core::{Diagnostic, ErrorType, Line, Location, Severity, register_parser};

use crate::described;
use crate::format::{Flow, Format, Open, locate, marks};

register_parser!(Format::of(&described::KOTLINC).block(begin, follow));

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    begin_of(line.text)
}

/// `FILE:3:9: error: message`.
fn placed(line: &str) -> Option<Diagnostic> {
    let placed = locate::at_start(line)?;
    let is_kotlin = placed.file.ends_with(".kt") || placed.file.ends_with(".kts");
    let said = placed.rest.strip_prefix(": ").filter(|_| is_kotlin)?;
    let (label, message) = said.split_once(": ")?;
    let severity = match label {
        "error" | "exception" => Severity::Error,
        "warning" | "strong warning" => Severity::Warning,
        "info" => Severity::Info,
        _ => return None,
    };
    Some(Diagnostic::new(error_type(severity, message), severity, message).at(placed.location()))
}

/// The source, and the marks below it.
fn follow(open: &mut Open, line: &str) -> Flow {
    let Some(found) = marks::read(line) else {
        let may_be_source = open.taken == 0 && !line.trim().is_empty() && begin_of(line).is_none();
        return if may_be_source {
            open.take_on_trial()
        } else {
            Flow::Over
        };
    };
    let diagnostic = &mut open.diagnostic;
    let (location, length) = (&mut diagnostic.location, found.end - found.caret);
    if let Some(column) = location.column.filter(|_| length > 1) {
        location.end_line = location.line;
        location.end_column = column.checked_add(length);
    }
    let imports = open.previous.trim_start().starts_with("import ");
    if imports && diagnostic.error_type == ErrorType::Type {
        diagnostic.error_type = ErrorType::Import;
    }
    diagnostic.snippet = Some(std::mem::take(&mut open.previous));
    Flow::Last
}

/// The diagnostic that a line alone reports.
fn begin_of(line: &str) -> Option<Diagnostic> {
    labelled(line).or_else(|| placed(line))
}

/// `e: FILE...`, `w: FILE...`.
fn labelled(line: &str) -> Option<Diagnostic> {
    let (severity, text) = match (line.strip_prefix("e: "), line.strip_prefix("w: ")) {
        (Some(text), _) => (Severity::Error, text),
        (None, text) => (Severity::Warning, text?),
    };
    let text = text.strip_prefix("file://").unwrap_or(text);
    let (location, message) = old_place(text).or_else(|| new_place(text))?;
    Some(Diagnostic::new(error_type(severity, message), severity, message).at(location))
}

/// `FILE: (3, 9): message`.
fn old_place(text: &str) -> Option<(Location, &str)> {
    let (file, rest) = text.split_once(": (")?;
    let (place, message) = rest.split_once("): ")?;
    let (line, column) = place.split_once(", ")?;
    Some((
        Location::column(file, line.parse().ok()?, column.parse().ok()?),
        message,
    ))
}

/// `FILE:3:9 message`.
fn new_place(text: &str) -> Option<(Location, &str)> {
    let placed = locate::at_start(text).filter(|placed| placed.kind == locate::FileKind::Sure)?;
    Some((placed.location(), placed.rest.trim_start_matches([':', ' '])))
}

fn error_type(severity: Severity, message: &str) -> ErrorType {
    const SYNTAX: [&str; 4] = [
        "expecting ",
        "unexpected tokens",
        "unclosed ",
        "type reference expected",
    ];
    let said = message.to_ascii_lowercase();
    if severity < Severity::Error {
        ErrorType::Lint
    } else if SYNTAX
        .iter()
        .any(|start| said.trim_start_matches("syntax error: ").starts_with(start))
    {
        ErrorType::Syntax
    } else {
        ErrorType::Type
    }
}

//! pylint, and other linters' output in its format.

use serde_json::Value;
use unbreak_core::{
    Diagnostic, Document, ErrorType, Line, Location, ParserState, Severity, Sink, Step, register_parser,
};

use crate::described;
use crate::format::Format;
use crate::place::Place;

register_parser!(Format::of(&described::PYLINT).state::<State>());

#[derive(Default)]
struct State;

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        match text_message(line.text).or_else(|| bracketed_message(line.text)) {
            Some(diagnostic) => {
                sink.emit(diagnostic);
                Step::Done
            }
            None => Step::Pass,
        }
    }

    fn document(&mut self, document: &Document<'_>, sink: &mut Sink) -> bool {
        let Document::Json { value, .. } = document else {
            return false;
        };
        let listed = value.as_array().or_else(|| value["messages"].as_array());
        let found: Vec<_> = listed.into_iter().flatten().filter_map(json_message).collect();
        let taken = !found.is_empty();
        found.into_iter().for_each(|diagnostic| sink.emit(diagnostic));
        taken
    }
}

/// `shop.py:9:15: E0602: Undefined variable 'totl' (undefined-variable)`; the symbol may also follow the id.
fn text_message(line: &str) -> Option<Diagnostic> {
    let place = Place::parse(line)?;
    let column = place.column?;
    let (id, rest) = place.message()?.split_at_checked(5)?;
    if !is_message_id(id) {
        return None;
    }
    let message = match rest.strip_prefix(" (") {
        Some(rest) => rest.split_once(") ")?.1,
        None => without_symbol(rest.strip_prefix(": ")?),
    };
    let location = Location::column(place.file, place.line, column.saturating_add(1));
    Some(diagnostic(id, message).at(location))
}

/// `shop.py:12: [W0702(bare-except), total] message`,
/// `shop.py(12): [W0702(bare-except)total] message`; a module's name may be between file and line.
fn bracketed_message(line: &str) -> Option<Diagnostic> {
    let bracket = memchr::memchr(b'[', line.as_bytes())?;
    let (place, rest) = (line[..bracket].strip_suffix(": ")?, &line[bracket + 1..]);
    let (inner, message) = rest.split_once("] ")?;
    let id = inner.split(['(', ',', ' ']).next()?;
    let (file, number) = match place.strip_suffix(')') {
        Some(place) => place.rsplit_once('(')?,
        None => place.rsplit_once(':')?,
    };
    let module = file.rfind(".py:").map(|at| &file[..at + 3]);
    let known =
        is_message_id(id) || super::lint::is_code(id) || matches!(id, "C" | "R" | "W" | "E" | "F" | "I");
    let location = Location::line(module.unwrap_or(file), number.parse().ok()?);
    (known || id == "invalid-syntax").then(|| diagnostic(id, message).at(location))
}

/// An object of `json`, or of `messages` in `json2`.
fn json_message(value: &Value) -> Option<Diagnostic> {
    let id = value["message-id"]
        .as_str()
        .or_else(|| value["messageId"].as_str())?;
    let number = |key: &str| u32::try_from(value[key].as_u64()?).ok();
    let mut location = Location::line(value["path"].as_str()?, number("line")?);
    location.column = number("column").map(|column| column.saturating_add(1));
    location.end_line = number("endLine");
    location.end_column = number("endColumn").map(|column| column.saturating_add(1));
    Some(diagnostic(id, value["message"].as_str()?).at(location))
}

fn diagnostic(id: &str, message: &str) -> Diagnostic {
    let (error_type, severity) = match id {
        "E0001" | "E999" | "invalid-syntax" => (ErrorType::Syntax, Severity::Fatal),
        "E0401" | "E0611" | "E0402" | "F0401" => (ErrorType::Import, Severity::Error),
        id => (ErrorType::Lint, severity(id)),
    };
    Diagnostic::new(error_type, severity, message).with_code(id)
}

fn severity(id: &str) -> Severity {
    match id.as_bytes().first() {
        Some(b'C' | b'R' | b'I') => Severity::Info,
        Some(b'W') => Severity::Warning,
        _ => Severity::Error,
    }
}

/// A letter for the kind and four digits.
fn is_message_id(text: &str) -> bool {
    matches!(text.as_bytes(), [b'C' | b'R' | b'W' | b'E' | b'F' | b'I', digits @ ..]
        if digits.len() == 4 && digits.iter().all(u8::is_ascii_digit))
}

/// The message without the symbol in parentheses at its end.
fn without_symbol(text: &str) -> &str {
    let split = text
        .trim_end()
        .strip_suffix(')')
        .and_then(|text| text.rsplit_once(" ("));
    match split {
        Some((message, symbol)) if symbol.bytes().all(|b| b.is_ascii_lowercase() || b == b'-') => message,
        _ => text,
    }
}

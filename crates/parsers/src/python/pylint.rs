//! pylint, and other linters' output in its format.

use serde_json::Value;
use unbreak_core::{
    Descriptor, Diagnostic, Document, ErrorParser, ErrorType, Example, Line, Location, ParserState, Severity,
    Sink, Step, register_parser,
};

use super::describe;
use crate::place::Place;

register_parser!(Pylint);

const DOCS: &str = r#"
## What it understands

pylint's text, colorized, parseable, msvs, json and json2 formats, and the `pylint` format of flake8 and
ruff. The code is the message id (`E0602`). Fatal and error messages are errors, warnings warnings, the
rest (convention, refactor, information) informative. pylint counts columns from 0, here they begin at 1.

A module that cannot be parsed is a fatal syntax error, one that cannot be imported an import error.

## Versions seen

pylint 1.9, 2.17 and 4.1.
"#;

static EXAMPLES: [Example; 2] = [
    Example::new(
        "a name that is not defined",
        "************* Module shop\nshop.py:9:15: E0602: Undefined variable 'totl' (undefined-variable)\n",
        r#"[{"type": "lint", "severity": "error", "code": "E0602", "message": "Undefined variable 'totl'",
             "file": "shop.py", "line": 9, "column": 16}]"#,
    ),
    Example::new(
        "the parseable format",
        "shop.py:12: [W0702(bare-except), total] No exception type(s) specified\n",
        r#"[{"type": "lint", "severity": "warning", "code": "W0702", "message": "No exception type(s) specified",
             "file": "shop.py", "line": 12}]"#,
    ),
];

static DESCRIPTOR: Descriptor = describe("pylint", "pylint's messages", DOCS, &EXAMPLES);

/// The parser.
struct Pylint;

impl ErrorParser for Pylint {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn triggers(&self) -> &[&str] {
        &[".py:", ".py(", ".pyi:", "\"message-id\"", "\"messageId\""]
    }

    /// Before flake8, whose codes could be taken for pylint's.
    fn priority(&self) -> i32 {
        4
    }

    fn start(&self) -> Box<dyn ParserState> {
        Box::new(State)
    }
}

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

//! esbuild, by itself and within Vite, tsup, Wrangler and others.

use unbreak_core::{Diagnostic, ErrorType, Line, Location, Severity, register_parser};

use crate::described;
use crate::format::{self, Flow, Format, Open, guess, head, locate, marks};

register_parser!(Format::of(&described::ESBUILD).block(begin, follow));

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    // Maven's and Symfony's lines begin with the word itself.
    let text = line
        .text
        .trim_start()
        .strip_prefix(['✘', '▲', 'X', '>'])?
        .trim_start();
    let (severity, message) = match (text.strip_prefix("[ERROR] "), text.strip_prefix("[WARNING] ")) {
        (Some(message), _) => (Severity::Error, message),
        (None, message) => (Severity::Warning, message?),
    };
    let message = without_plugin(message);
    let (message, code) = match (format::code::take_trailing(message), plugin_code(message)) {
        (Some((message, code)), _) => (message, Some(code)),
        (None, Some((code, message))) => (message, Some(code)),
        (None, None) => (message, None),
    };
    let mut diagnostic = Diagnostic::new(error_type(severity, message), severity, message);
    diagnostic.code = code.map(str::to_owned);
    Some(diagnostic)
}

/// `message [plugin NAME]`.
fn without_plugin(message: &str) -> &str {
    let named = message
        .strip_suffix(']')
        .and_then(|text| text.rsplit_once(" [plugin "));
    named.map_or(message, |(message, _)| message)
}

/// Messages of a plug-in's compiler begin with its own code: `TS2304: x`, `NG8001: x`, `TS-998113: x`.
fn plugin_code(message: &str) -> Option<(&str, &str)> {
    let (code, message) = message.split_once(": ")?;
    let number = code.strip_prefix("TS").or_else(|| code.strip_prefix("NG"))?;
    let number = number.strip_prefix('-').unwrap_or(number);
    let digits = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    digits.then_some((code, message))
}

fn error_type(severity: Severity, message: &str) -> ErrorType {
    if severity == Severity::Error && message.starts_with("Could not resolve ") {
        return ErrorType::Import;
    }
    if severity == Severity::Error && (message.starts_with("Expected ") || message.starts_with("Unexpected "))
    {
        return ErrorType::Syntax;
    }
    guess::error_type(severity, message)
}

/// Place and source are indented; the first place is the error's own.
fn follow(open: &mut Open, line: &str) -> Flow {
    if line.trim().is_empty() {
        return Flow::Taken;
    }
    if goes_on(open, line) {
        open.push_message(without_plugin(line));
        return Flow::Taken;
    }
    if !line.starts_with("  ") {
        return Flow::Over;
    }
    if let Some(at) = line.find('╵') {
        underline(&mut open.diagnostic.location, &line[at + '╵'.len_utf8()..]);
    } else if open.diagnostic.location.file.is_none() {
        open.diagnostic.location = place(line).unwrap_or_default();
    }
    Flow::Taken
}

/// A plug-in's message may have several lines: they end at the first blank one.
fn goes_on(open: &Open, line: &str) -> bool {
    const MOST: usize = 12;
    let above = !open.previous.trim().is_empty() && !open.previous.starts_with(' ');
    let unplaced = open.diagnostic.location.file.is_none() && open.taken < MOST;
    let ended = open.previous.ends_with(']') && open.previous.contains(" [plugin ");
    let foreign = line.starts_with([' ', '[']) || line.contains("ERR!") || head::read(line).is_some();
    unplaced && above && !ended && !foreign
}

fn place(line: &str) -> Option<Location> {
    let placed = locate::at_start(line.trim().strip_suffix(':')?).filter(|placed| placed.rest.is_empty())?;
    let mut location = Location::line(placed.file, placed.span.line);
    // A column of 0 is the first one.
    location.column = Some(placed.span.column.unwrap_or(0) + 1);
    Some(location)
}

fn underline(location: &mut Location, text: &str) {
    let marks = marks::read(text);
    if let (Some(marks), Some(column), None) = (marks, location.column, location.end_line) {
        let length = marks.end - marks.caret;
        if length > 1 {
            location.end_line = location.line;
            location.end_column = Some(column + length);
        }
    }
}

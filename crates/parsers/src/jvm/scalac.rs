//! The Scala 3 compiler.

use unbreak_core::{Diagnostic, ErrorType, Line, Severity, register_parser};

use crate::described;
use crate::format::{Flow, Format, Open, guess, locate, marks};

register_parser!(Format::of(&described::SCALAC).block(begin, follow));

/// Without sbt's label.
fn bare(line: &str) -> &str {
    ["[error] ", "[warn] ", "[info] ", "[error]", "[warn]"]
        .iter()
        .find_map(|label| line.strip_prefix(label))
        .unwrap_or(line)
}

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    let text = bare(line.text).strip_prefix("-- ")?;
    let text = text.trim_end_matches(['-', ' ']);
    let (code, text) = match text.strip_prefix('[').and_then(|text| text.split_once("] ")) {
        Some((code, text)) => (Some(code), text),
        None => (None, text),
    };
    let (title, place) = text.split_once(": ")?;
    let severity = match title.rsplit(' ').next()? {
        "Error" => Severity::Error,
        "Warning" => Severity::Warning,
        "Info" => Severity::Info,
        _ => return None,
    };
    let placed = locate::at_start(place).filter(|placed| placed.rest.is_empty())?;
    let mut location = placed.location();
    // The compiler counts lines from 1 and columns from 0.
    location.column = placed.span.column.or(Some(0)).map(|column| column + 1);
    let error_type = match title {
        _ if severity < Severity::Error => ErrorType::Lint,
        "Syntax Error" => ErrorType::Syntax,
        "Not Found Error" | "Type Mismatch Error" | "Type Error" => ErrorType::Type,
        _ => ErrorType::Build,
    };
    let mut diagnostic = Diagnostic::new(error_type, severity, "").at(location);
    diagnostic.code = code.map(str::to_owned);
    Some(diagnostic)
}

fn follow(open: &mut Open, line: &str) -> Flow {
    let text = bare(line);
    if !marks::is_gutter(text) {
        if open.diagnostic.message.is_empty() {
            open.push_message("the compiler says no more");
        }
        return Flow::Over;
    }
    if let Some(found) = marks::read(text) {
        let location = &mut open.diagnostic.location;
        location.end_line = location.line;
        location.end_column = location.column.map(|column| column + found.end - found.caret);
        return Flow::Taken;
    }
    let (said, _) = marks::after_gutter(text);
    let numbered = text.trim_start().starts_with(|c: char| c.is_ascii_digit());
    if numbered {
        open.diagnostic.snippet.get_or_insert_with(|| said.to_owned());
    } else if !said.trim().is_empty() && !said.contains("longer explanation available") {
        open.push_message(said.trim());
        if open.diagnostic.error_type == ErrorType::Build {
            let message = open.diagnostic.message.as_str();
            open.diagnostic.error_type = guess::error_type(open.diagnostic.severity, message);
        }
    }
    Flow::Taken
}

//! esbuild, by itself and within Vite, tsup, Wrangler and others.

use unbreak_core::{Descriptor, Diagnostic, ErrorType, Example, Line, Location, Severity, register_parser};

use super::LANGUAGES;
use crate::format::{self, Flow, Format, Open, guess, locate, marks};

register_parser!(Format::new(&DESCRIPTOR, &["[ERROR] ", "[WARNING] "]).block(begin, follow));

const DOCS: &str = r#"
## What it understands

`✘ [ERROR] message`, below it `FILE:LINE:COLUMN:` and the source with its marks, which give the end. Its
columns begin at 0, here they begin at 1. A warning's rule stands in brackets after the message.

## Versions seen

esbuild 0.14 to 0.25, from its documentation.
"#;

static EXAMPLES: [Example; 1] = [Example::new(
    "an import that cannot be found",
    r#"✘ [ERROR] Could not resolve "./prices"

    src/shop.ts:1:22:
      1 │ import { price } from "./prices";
        ╵                       ~~~~~~~~~~

1 error
"#,
    r#"[{"type": "import", "severity": "error", "message": "Could not resolve \"./prices\"",
         "file": "src/shop.ts", "line": 1, "column": 23, "end_line": 1, "end_column": 33}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor("esbuild", "esbuild's errors", DOCS, LANGUAGES, &EXAMPLES);

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    let text = line.text.trim_start_matches(['✘', '▲', 'X', '>', ' ']);
    let (severity, message) = match (text.strip_prefix("[ERROR] "), text.strip_prefix("[WARNING] ")) {
        (Some(message), _) => (Severity::Error, message),
        (None, message) => (Severity::Warning, message?),
    };
    // Maven's lines begin with the word itself.
    if line.text.len() == text.len() {
        return None;
    }
    let (message, code) = match format::code::take_trailing(message) {
        Some((message, code)) if !code.starts_with("plugin") => (message, Some(code)),
        _ => (message, None),
    };
    let mut diagnostic = Diagnostic::new(error_type(severity, message), severity, message);
    diagnostic.code = code.map(str::to_owned);
    Some(diagnostic)
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
    if !line.starts_with("    ") && !line.starts_with("  ") {
        return Flow::Over;
    }
    if let Some(at) = line.find('╵') {
        underline(&mut open.diagnostic.location, &line[at + '╵'.len_utf8()..]);
    } else if open.diagnostic.location.file.is_none() {
        open.diagnostic.location = place(line).unwrap_or_default();
    }
    Flow::Taken
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

//! The Scala 3 compiler.

use unbreak_core::{Descriptor, Diagnostic, ErrorType, Example, Line, Severity, register_parser};

use super::LANGUAGES;
use crate::format::{self, Flow, Format, Open, guess, locate, marks};

register_parser!(
    Format::new(
        &DESCRIPTOR,
        &[
            "-- [E",
            "-- Error: ",
            "-- Warning: ",
            "-- Deprecation Warning: ",
            "-- Feature Warning: ",
            "-- Unchecked Warning: ",
            "-- Info: "
        ]
    )
    .block(begin, follow)
);

const DOCS: &str = r#"
## What it understands

`-- [E007] Type Mismatch Error: FILE:3:15 ----`, with the source in a gutter of line numbers, marks below
it, and the message below those, in the same gutter. The column counts from 0. Within sbt each line begins with `[error] ` or
`[warn] `. Scala 2 prints `FILE:3: error: message`, which other parsers read.

## Versions seen

Scala 3.0 to 3.4, from its sources (`MessageRendering.scala`).
"#;

static EXAMPLES: [Example; 1] = [Example::new(
    "a type that does not fit",
    "-- [E007] Type Mismatch Error: src/main/scala/Shop.scala:3:15 ------------------\n3 |  val x: Int = \"a\"\n  |               ^^^\n  |               Found:    (\"a\" : String)\n  |               Required: Int\n  |\n  | longer explanation available when compiling with `-explain`\n1 error found\n",
    r#"[{"type": "type", "severity": "error", "code": "E007", "file": "src/main/scala/Shop.scala", "line": 3,
         "column": 16, "end_column": 19, "message": "Found:    (\"a\" : String)\nRequired: Int"}]"#,
)];

static DESCRIPTOR: Descriptor =
    format::descriptor("scalac", "the Scala 3 compiler", DOCS, LANGUAGES, &EXAMPLES);

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

//! Scalastyle.

use unbreak_core::{Descriptor, Diagnostic, ErrorType, Example, Line, Location, Severity, register_parser};

use super::LANGUAGES;
use crate::format::{self, Format};

register_parser!(Format::new(&DESCRIPTOR, &["error file=", "warning file=", "info file="]).line(begin));

const DOCS: &str = r#"
## What it understands

`warning file=FILE message=TEXT line=6 column=7`, where line and column may be missing.

## Versions seen

Scalastyle 0.8 to 1.0, from its sources (`TextOutput`).
"#;

static EXAMPLES: [Example; 1] = [Example::new(
    "a name that does not fit",
    "warning file=src/main/scala/Shop.scala message=Object name does not match the regular expression '[A-Z][A-Za-z]*' line=6 column=7\n",
    r#"[{"type": "lint", "severity": "warning", "file": "src/main/scala/Shop.scala", "line": 6, "column": 7,
         "message": "Object name does not match the regular expression '[A-Z][A-Za-z]*'"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor("scalastyle", "Scalastyle", DOCS, LANGUAGES, &EXAMPLES);

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

//! The Kotlin compiler, alone and within Gradle.

use unbreak_core::{Descriptor, Diagnostic, ErrorType, Example, Line, Location, Severity, register_parser};

use super::LANGUAGES;
use crate::format::{self, Format, locate};

register_parser!(Format::new(&DESCRIPTOR, &[".kt:", ".kts:"]).line(begin));

const DOCS: &str = r#"
## What it understands

`e: file:///FILE:LINE:COLUMN message` (Kotlin 1.8 and later), `e: FILE: (LINE, COLUMN): message` (before)
and `w: ...`, as Gradle's plugin prints them. `FILE:LINE:COLUMN: error: message`, which `kotlinc` prints
itself, is read by the generic parser.

## Versions seen

Kotlin 1.6 to 2.0, from its documentation.
"#;

static EXAMPLES: [Example; 2] = [
    Example::new(
        "a name that is not known",
        "e: file:///home/dev/project/src/main/kotlin/Shop.kt:5:12 Unresolved reference: summ\n",
        r#"[{"type": "type", "severity": "error", "file": "/home/dev/project/src/main/kotlin/Shop.kt",
             "line": 5, "column": 12, "message": "Unresolved reference: summ"}]"#,
    ),
    Example::new(
        "a warning of an older version",
        "w: /home/dev/project/src/main/kotlin/Shop.kt: (3, 9): Variable 'x' is never used\n",
        r#"[{"type": "lint", "severity": "warning", "line": 3, "column": 9, "message": "Variable 'x' is never used"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "kotlinc",
    "the Kotlin compiler's errors",
    DOCS,
    LANGUAGES,
    &EXAMPLES,
);

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    let (severity, text) = match (line.text.strip_prefix("e: "), line.text.strip_prefix("w: ")) {
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
    const SYNTAX: [&str; 3] = ["Expecting ", "Unexpected tokens", "Unclosed "];
    if severity < Severity::Error {
        ErrorType::Lint
    } else if SYNTAX
        .iter()
        .any(|start| message.trim_start_matches("Syntax error: ").starts_with(start))
    {
        ErrorType::Syntax
    } else {
        ErrorType::Type
    }
}

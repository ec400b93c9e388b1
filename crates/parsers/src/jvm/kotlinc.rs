//! The Kotlin compiler, alone and within Gradle.

use unbreak_core::{Descriptor, Diagnostic, ErrorType, Example, Line, Location, Severity, register_parser};

use super::LANGUAGES;
use crate::format::{self, Flow, Format, Open, locate, marks};

register_parser!(
    Format::new(&DESCRIPTOR, &[".kt:", ".kts:"])
        // Before the parsers that know only the shape: this one knows the types.
        .priority(1)
        .block(begin, follow)
);

const DOCS: &str = r#"
## What it understands

`e: file:///FILE:LINE:COLUMN message` (Kotlin 1.8 and later), `e: FILE: (LINE, COLUMN): message` (before)
and `w: ...`, as Gradle's plugin prints them. `FILE:LINE:COLUMN: error: message` with the source and a caret (or
as many as the text is long) below it, as `kotlinc` prints itself.

## Versions seen

kotlinc 1.3.31; Kotlin 1.6 to 2.0 from its documentation.
"#;

static EXAMPLES: [Example; 3] = [
    Example::new(
        "kotlinc itself",
        "a.kt:1:8: error: unresolved reference: nope\nimport nope.Thing\n       ^^^^\n",
        r#"[{"type": "import", "severity": "error", "file": "a.kt", "line": 1, "column": 8, "end_column": 12,
             "message": "unresolved reference: nope"}]"#,
    ),
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

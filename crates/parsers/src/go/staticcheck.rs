//! staticcheck's JSON.

use serde::Deserialize;
use serde_json::Value;
use unbreak_core::{
    Descriptor, Diagnostic, ErrorType, Example, Location, Note, Severity, Sink, register_parser,
};

use super::LANGUAGES;
use crate::format::{self, Format};

register_parser!(Format::new(&DESCRIPTOR, &["\"location\""]).json(read));

const DOCS: &str = r#"
## What it understands

`staticcheck -f json` (<https://staticcheck.dev/docs/running-staticcheck/cli/formatters/>): one object a
line. Findings that were ignored by a directive have the severity `ignored` and are left out. The code
`compile` passes on the compiler's errors.

## Versions seen

2024.1, from its documentation.
"#;

static EXAMPLES: [Example; 1] = [Example::new(
    "a finding",
    r#"{"code":"SA4006","severity":"error","location":{"file":"/home/dev/project/a.go","line":9,"column":2},"end":{"file":"/home/dev/project/a.go","line":9,"column":5},"message":"this value of err is never used"}
"#,
    r#"[{"type": "lint", "severity": "error", "code": "SA4006", "line": 9, "column": 2, "end_line": 9, "end_column": 5}]"#,
)];

static DESCRIPTOR: Descriptor =
    format::descriptor("staticcheck", "staticcheck's JSON", DOCS, LANGUAGES, &EXAMPLES);

#[derive(Deserialize)]
struct Finding {
    code: String,
    severity: String,
    location: Place,
    end: Option<Place>,
    message: String,
    #[serde(default)]
    related: Vec<Related>,
}

#[derive(Deserialize)]
struct Place {
    #[serde(default)]
    file: String,
    line: u32,
    column: u32,
}

#[derive(Deserialize)]
struct Related {
    location: Place,
    message: String,
}

impl Place {
    fn location(&self) -> Location {
        let mut location = Location::line(&self.file, self.line);
        location.column = Some(self.column).filter(|column| *column > 0);
        location
    }
}

fn read(value: &Value, sink: &mut Sink) -> bool {
    let Ok(finding) = Finding::deserialize(value) else {
        return false;
    };
    let severity = match finding.severity.as_str() {
        "error" => Severity::Error,
        "warning" => Severity::Warning,
        "ignored" => return true,
        _ => return false,
    };
    let error_type = if finding.code == "compile" {
        ErrorType::Type
    } else {
        ErrorType::Lint
    };
    let mut location = finding.location.location();
    // A finding about a point ends at line 0.
    if let Some(end) = finding.end.filter(|end| end.line > 0) {
        location = location.until(end.line, end.column);
    }
    let mut diagnostic = Diagnostic::new(error_type, severity, finding.message).at(location);
    diagnostic.code = Some(finding.code);
    diagnostic.notes = finding.related.into_iter().map(note).collect();
    sink.emit(diagnostic);
    true
}

fn note(related: Related) -> Note {
    Note {
        location: related.location.location(),
        message: related.message,
    }
}

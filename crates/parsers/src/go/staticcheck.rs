//! staticcheck's JSON.

use serde::Deserialize;
use serde_json::Value;
use unbreak_core::{Diagnostic, ErrorType, Location, Note, Severity, Sink, register_parser};

use crate::described;
use crate::format::Format;

register_parser!(Format::of(&described::STATICCHECK).json(read));

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

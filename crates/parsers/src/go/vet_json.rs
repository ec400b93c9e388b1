//! `go vet -json`.

use serde_json::Value;
use unbreak_core::{Diagnostic, ErrorType, Location, Note, Severity, Sink, register_parser};

use crate::described;
use crate::format::{Format, locate};

register_parser!(Format::of(&described::GO_VET_JSON).json(read));

fn read(value: &Value, sink: &mut Sink) -> bool {
    let packages = value
        .as_object()
        .into_iter()
        .flat_map(|packages| packages.values());
    let analyzers = packages.filter_map(Value::as_object).flatten();
    let mut taken = false;
    for (analyzer, found) in analyzers {
        for finding in found.as_array().map_or(&[][..], Vec::as_slice) {
            if let Some(diagnostic) = diagnostic(analyzer, finding) {
                sink.emit(diagnostic);
                taken = true;
            }
        }
    }
    taken
}

fn diagnostic(analyzer: &str, finding: &Value) -> Option<Diagnostic> {
    let mut location = place(&finding["posn"])?;
    if let Some(end) = place(&finding["end"]) {
        (location.end_line, location.end_column) = (end.line, end.column);
    }
    let message = finding["message"].as_str()?;
    let mut diagnostic = Diagnostic::new(ErrorType::Lint, Severity::Error, message).at(location);
    diagnostic.code = Some(analyzer.to_owned());
    let related = finding["related"].as_array().map_or(&[][..], Vec::as_slice);
    diagnostic.notes = related.iter().filter_map(note).collect();
    Some(diagnostic)
}

fn note(related: &Value) -> Option<Note> {
    Some(Note {
        message: related["message"].as_str()?.to_owned(),
        location: place(&related["posn"])?,
    })
}

fn place(value: &Value) -> Option<Location> {
    Some(locate::at_start(value.as_str()?)?.location())
}

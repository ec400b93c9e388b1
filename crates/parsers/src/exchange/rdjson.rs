//! Reviewdog's diagnostic format.

use serde_json::Value;
use unbreak_core::{
    Applicability, Diagnostic, Location, Note, Severity, Sink, SuggestedEdit, Suggestion, register_parser,
};

use crate::described;
use crate::format::{Format, guess};

register_parser!(Format::of(&described::RDJSON).json(read));

fn read(value: &Value, sink: &mut Sink) -> bool {
    let Some(diagnostics) = value["diagnostics"].as_array() else {
        let single = diagnostic(value, None);
        let taken = single.is_some();
        single.into_iter().for_each(|diagnostic| sink.emit(diagnostic));
        return taken;
    };
    let default = severity(&value["severity"]);
    let found: Vec<Diagnostic> = diagnostics
        .iter()
        .filter_map(|value| diagnostic(value, default))
        .collect();
    let taken = !found.is_empty();
    found.into_iter().for_each(|diagnostic| sink.emit(diagnostic));
    taken
}

fn diagnostic(value: &Value, default: Option<Severity>) -> Option<Diagnostic> {
    let message = value["message"].as_str()?;
    let location = location(&value["location"])?;
    let severity = severity(&value["severity"])
        .or(default)
        .unwrap_or(Severity::Error);
    let rule = value["code"]["value"].as_str();
    let error_type = guess::of_finding(message, rule);
    let mut diagnostic = Diagnostic::new(error_type, severity, message.trim()).at(location);
    diagnostic.code = rule.map(str::to_owned);
    let suggestions = value["suggestions"].as_array().map_or(&[][..], Vec::as_slice);
    let file = diagnostic.location.file.clone().unwrap_or_default();
    diagnostic.suggestions = suggestions
        .iter()
        .filter_map(|value| suggestion(&file, value))
        .collect();
    let related = value["related_locations"]
        .as_array()
        .map_or(&[][..], Vec::as_slice);
    diagnostic.notes = related.iter().filter_map(note).collect();
    Some(diagnostic)
}

/// The names of the protocol's enumeration, or its numbers.
fn severity(value: &Value) -> Option<Severity> {
    match (value.as_str(), value.as_u64()) {
        (Some("ERROR"), _) | (_, Some(1)) => Some(Severity::Error),
        (Some("WARNING"), _) | (_, Some(2)) => Some(Severity::Warning),
        (Some("INFO"), _) | (_, Some(3)) => Some(Severity::Info),
        _ => None,
    }
}

/// `path` distinguishes this format from others.
fn location(value: &Value) -> Option<Location> {
    let mut location = Location::file(value["path"].as_str()?);
    let range = &value["range"];
    let part = |position: &str, part: &str| {
        range[position][part]
            .as_u64()
            .and_then(|number| u32::try_from(number).ok())
    };
    if !range.is_null() && !range["start"].is_object() {
        return None;
    }
    location.line = part("start", "line");
    location.column = part("start", "column");
    location.end_line = part("end", "line");
    location.end_column = part("end", "column");
    (location.line.is_some() || range.is_null() && value.as_object()?.len() == 1).then_some(location)
}

fn suggestion(file: &str, value: &Value) -> Option<Suggestion> {
    let place = serde_json::json!({"path": file, "range": value["range"]});
    let mut location = location(&place)?;
    let line = location.line?;
    let column = *location.column.get_or_insert(1);
    location.end_line.get_or_insert(line);
    location.end_column.get_or_insert(column);
    Some(Suggestion {
        title: String::new(),
        applicability: Applicability::MaybeIncorrect,
        edits: vec![SuggestedEdit {
            location,
            replacement: value["text"].as_str()?.to_owned(),
        }],
    })
}

fn note(value: &Value) -> Option<Note> {
    Some(Note {
        message: value["message"].as_str().unwrap_or("related").to_owned(),
        location: location(&value["location"])?,
    })
}

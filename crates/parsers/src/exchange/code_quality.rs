//! GitLab's Code Quality report, a part of Code Climate's format.

use serde_json::Value;
use unbreak_core::{Diagnostic, Location, Severity, Sink, register_parser};

use crate::described;
use crate::format::{Format, guess};

register_parser!(Format::of(&described::CODE_QUALITY).json(read));

fn read(value: &Value, sink: &mut Sink) -> bool {
    let issues = value
        .as_array()
        .map_or(std::slice::from_ref(value), Vec::as_slice);
    let found: Vec<Diagnostic> = issues.iter().filter_map(issue).collect();
    let taken = !found.is_empty();
    found.into_iter().for_each(|diagnostic| sink.emit(diagnostic));
    taken
}

fn issue(value: &Value) -> Option<Diagnostic> {
    let place = &value["location"];
    let begin = |part: &str| whole(&place["positions"]["begin"][part]);
    let end = |part: &str| whole(&place["positions"]["end"][part]);
    let location = Location {
        file: Some(place["path"].as_str()?.to_owned()),
        line: Some(whole(&place["lines"]["begin"]).or_else(|| begin("line"))?),
        column: begin("column"),
        end_line: whole(&place["lines"]["end"]).or_else(|| end("line")),
        end_column: end("column"),
    };
    let severity = match value["severity"].as_str().unwrap_or("major") {
        "info" => Severity::Info,
        "minor" => Severity::Warning,
        _ => Severity::Error,
    };
    let message = value["description"].as_str()?;
    let rule = value["check_name"].as_str()?;
    let error_type = guess::of_finding(message, Some(rule));
    let diagnostic = Diagnostic::new(error_type, severity, message.trim()).at(location);
    Some(diagnostic.with_code(rule))
}

fn whole(value: &Value) -> Option<u32> {
    u32::try_from(value.as_u64()?).ok()
}

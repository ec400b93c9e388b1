//! SonarQube: issues from its API, and the generic format that it imports.

use serde_json::Value;
use unbreak_core::{Diagnostic, ErrorType, Location, Severity, Sink, register_parser};

use crate::described;
use crate::format::Format;

register_parser!(Format::of(&described::SONARQUBE).json(read));

fn read(document: &Value, sink: &mut Sink) -> bool {
    let Some(issues) = document["issues"].as_array() else {
        return false;
    };
    let found = issues
        .iter()
        .filter_map(|issue| generic(issue).or_else(|| own(issue)));
    found.map(|diagnostic| sink.emit(diagnostic)).count() > 0
}

fn text<'v>(value: &'v Value, key: &str) -> Option<&'v str> {
    value[key].as_str()
}

fn number(value: &Value) -> Option<u32> {
    u32::try_from(value.as_u64()?).ok()
}

fn finding(issue: &Value, code: &str, message: &str) -> Diagnostic {
    let severity = match text(issue, "severity") {
        Some("BLOCKER" | "CRITICAL" | "HIGH") => Severity::Error,
        Some("INFO" | "LOW") => Severity::Info,
        _ => Severity::Warning,
    };
    Diagnostic::new(ErrorType::Lint, severity, message).with_code(code)
}

/// `component` is `PROJECT:FILE`, or with modules `PROJECT:MODULE:FILE`.
fn own(issue: &Value) -> Option<Diagnostic> {
    let component = text(issue, "component")?;
    let file = component.rsplit(':').next().unwrap_or(component);
    let location = Location {
        line: number(&issue["line"]).or_else(|| number(&issue["startLine"])),
        ..Location::file(file)
    };
    Some(finding(issue, text(issue, "rule")?, text(issue, "message")?).at(location))
}

fn generic(issue: &Value) -> Option<Diagnostic> {
    let place = &issue["primaryLocation"];
    let range = &place["textRange"];
    let column = |key: &str| number(&range[key])?.checked_add(1);
    let location = Location {
        line: number(&range["startLine"]),
        column: column("startColumn"),
        end_line: number(&range["endLine"]),
        end_column: column("endColumn"),
        ..Location::file(text(place, "filePath")?)
    };
    Some(finding(issue, text(issue, "ruleId")?, text(place, "message")?).at(location))
}

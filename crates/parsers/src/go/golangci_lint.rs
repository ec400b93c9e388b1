//! golangci-lint's JSON.

use serde::Deserialize;
use serde_json::Value;
use unbreak_core::{
    Applicability, Diagnostic, ErrorType, Location, Severity, Sink, SuggestedEdit, Suggestion,
    register_parser,
};

use crate::described;
use crate::format::{Format, severity};

register_parser!(Format::of(&described::GOLANGCI_LINT).json(read));

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Issue {
    from_linter: String,
    #[serde(default)]
    text: String,
    #[serde(default)]
    severity: String,
    pos: Position,
    replacement: Option<Replacement>,
    line_range: Option<LineRange>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Position {
    filename: String,
    #[serde(default)]
    line: u32,
    #[serde(default)]
    column: u32,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Replacement {
    #[serde(default)]
    need_only_delete: bool,
    new_lines: Option<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct LineRange {
    from: u32,
    to: u32,
}

fn read(value: &Value, sink: &mut Sink) -> bool {
    let issues = value["Issues"]
        .as_array()
        .map_or(std::slice::from_ref(value), Vec::as_slice);
    let found: Vec<Issue> = issues
        .iter()
        .filter_map(|issue| Issue::deserialize(issue).ok())
        .collect();
    let taken = !found.is_empty();
    for issue in found {
        sink.emit(diagnostic(issue));
    }
    taken
}

fn diagnostic(issue: Issue) -> Diagnostic {
    // A compiler error is an error; a linter's finding without a severity is a warning.
    let (error_type, default) = match issue.from_linter.as_str() {
        "typecheck" => (ErrorType::Type, Severity::Error),
        _ => (ErrorType::Lint, Severity::Warning),
    };
    let severity = severity::word(&issue.severity).unwrap_or(default);

    let mut location = Location::line(&issue.pos.filename, issue.pos.line);
    location.column = Some(issue.pos.column).filter(|column| *column > 0);
    let mut diagnostic = Diagnostic::new(error_type, severity, issue.text.trim()).at(location);
    diagnostic.suggestions.extend(suggestion(&issue));
    diagnostic.code = Some(issue.from_linter);
    diagnostic
}

/// Whole lines that take the place of others.
fn suggestion(issue: &Issue) -> Option<Suggestion> {
    let replacement = issue.replacement.as_ref()?;
    let lines = match &replacement.new_lines {
        Some(lines) => lines.iter().map(|line| format!("{line}\n")).collect(),
        None if replacement.need_only_delete => String::new(),
        None => return None,
    };
    let range = issue.line_range.as_ref();
    let (from, to) = range.map_or((issue.pos.line, issue.pos.line), |range| (range.from, range.to));
    Some(Suggestion {
        title: issue.text.clone(),
        applicability: Applicability::MachineApplicable,
        edits: vec![SuggestedEdit {
            location: Location::column(&issue.pos.filename, from, 1).until(to + 1, 1),
            replacement: lines,
        }],
    })
}

//! GitLab's Code Quality report, a part of Code Climate's format.

use serde_json::Value;
use unbreak_core::{Descriptor, Diagnostic, Example, Location, Severity, Sink, register_parser};

use super::PRIORITY;
use crate::format::{self, Format, guess};

register_parser!(
    Format::new(&DESCRIPTOR, &["\"check_name\""])
        .priority(PRIORITY)
        .json(read)
);

const DOCS: &str = r#"
## What it understands

A list of issues with `description`, `check_name`, `severity` and `location`
(<https://docs.gitlab.com/ci/testing/code_quality/>), and Code Climate's stream of them, one a line
(<https://github.com/codeclimate/platform/blob/master/spec/analyzers/SPEC.md>). Info is info, minor a
warning; major, critical and blocker are errors.

## Versions seen

Written from the two descriptions.
"#;

static EXAMPLES: [Example; 1] = [Example::new(
    "an issue with a range of lines",
    r#"[{"description": "'unused' is assigned but never used", "check_name": "no-unused-vars", "fingerprint": "7815696e", "severity": "minor", "location": {"path": "lib/index.js", "lines": {"begin": 42, "end": 43}}}]
"#,
    r#"[{"type": "lint", "severity": "warning", "code": "no-unused-vars", "file": "lib/index.js", "line": 42,
         "end_line": 43}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "code-quality",
    "GitLab's and Code Climate's reports",
    DOCS,
    &[],
    &EXAMPLES,
);

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

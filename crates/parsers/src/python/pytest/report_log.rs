//! The JSON lines of `pytest --report-log` (plug-in pytest-reportlog).

use serde_json::Value;
use unbreak_core::{Diagnostic, Sink};

use super::report::Report;

/// Reads one line; `true` when it is one.
pub(super) fn read(value: &Value, sink: &mut Sink) -> bool {
    if value.get("$report_type").is_none() {
        return false;
    }
    if value["outcome"] == "failed"
        && let Some(mut diagnostic) = diagnose(&value["longrepr"])
    {
        diagnostic.test = value["nodeid"].as_str().map(str::to_owned);
        sink.emit(diagnostic);
    }
    true
}

/// The error as text, or taken apart entry by entry.
fn diagnose(error: &Value) -> Option<Diagnostic> {
    let mut report = Report::default();
    match (error.as_str(), error["chain"].as_array()) {
        (Some(text), _) => text.lines().for_each(|line| {
            report.line(line);
        }),
        (None, Some(chain)) => chain.iter().for_each(|link| add_link(&mut report, link)),
        (None, None) => add_entries(&mut report, &error["reprtraceback"]),
    }
    report.finish()
}

/// `[traceback, crash, description of how it led to the next]`.
fn add_link(report: &mut Report, link: &Value) {
    add_entries(report, &link[0]);
    if let Some(description) = link[2].as_str() {
        report.line(description);
    }
}

fn add_entries(report: &mut Report, traceback: &Value) {
    for entry in traceback["reprentries"].as_array().into_iter().flatten() {
        let data = &entry["data"];
        let place = place_line(&data["reprfileloc"]);
        let before_source = data["style"] == "short";
        let (before, after) = if before_source {
            (place, None)
        } else {
            (None, place)
        };
        let source = data["lines"].as_array().into_iter().flatten();
        let lines = source.filter_map(Value::as_str).map(str::to_owned);
        for line in before.into_iter().chain(lines).chain(after) {
            report.line(&line);
        }
    }
}

/// The line that pytest would have printed; its numbers are 1-based here.
fn place_line(place: &Value) -> Option<String> {
    let path = place["path"].as_str()?;
    let message = place["message"].as_str().unwrap_or_default();
    Some(format!("{path}:{}: {message}", place["lineno"].as_u64()?))
}

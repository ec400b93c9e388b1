//! ReSharper's command line tool InspectCode.

use rustc_hash::FxHashMap;
use unbreak_core::{Example, Severity, Sink};

use super::finding;
use crate::format::xml::tree;

pub(super) const EXAMPLE: Example = Example::new(
    "ReSharper",
    "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<Report ToolsVersion=\"2023.1\"><IssueTypes><IssueType Id=\"RedundantUsingDirective\" Category=\"Redundancies\" Severity=\"WARNING\"/></IssueTypes><Issues><Project Name=\"Shop\"><Issue TypeId=\"RedundantUsingDirective\" File=\"src\\Shop.cs\" Offset=\"1-16\" Line=\"12\" Message=\"Using directive is not required\"/></Project></Issues></Report>\n",
    r#"[{"type": "lint", "severity": "warning", "code": "RedundantUsingDirective", "file": "src\\Shop.cs", "line": 12,
         "message": "Using directive is not required"}]"#,
);

pub(super) fn read(document: &str, sink: &mut Sink) -> bool {
    if !document.contains("<IssueType ") {
        return false;
    }
    let mut severities: FxHashMap<String, Severity> = FxHashMap::default();
    let is_record = |name: &str| matches!(name, "IssueType" | "Issue");
    tree::each(document, "InspectCode XML", sink, is_record, |record, _, sink| {
        if record.name() == "IssueType" {
            let severity = match record.get("Severity") {
                Some("ERROR") => Severity::Error,
                Some("WARNING") | None => Severity::Warning,
                Some(_) => Severity::Info,
            };
            severities.insert(record.get("Id").unwrap_or_default().to_owned(), severity);
            return;
        }
        let code = record.get("TypeId").unwrap_or_default();
        let severity = severities.get(code).copied().unwrap_or(Severity::Warning);
        let location = record.place(record.get("File"), "Line", "Column");
        let message = record.get("Message").unwrap_or(code);
        // A line is left out when it is the first.
        sink.emit(
            finding(severity, message)
                .with_code(code)
                .at(unbreak_core::Location {
                    line: location.line.or(Some(1)),
                    ..location
                }),
        );
    });
    true
}

//! ReSharper's command line tool InspectCode.

use rustc_hash::FxHashMap;
use unbreak_core::{Severity, Sink};

use super::finding;
use crate::format::xml::tree;

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

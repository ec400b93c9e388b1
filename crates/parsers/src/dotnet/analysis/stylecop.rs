//! StyleCop.

use unbreak_core::{Severity, Sink};

use super::finding;
use crate::format::xml::tree;

pub(super) fn read(document: &str, sink: &mut Sink) -> bool {
    // Before 4.3 it was called Source Analysis.
    if !document.contains("<StyleCopViolations") && !document.contains("<SourceAnalysisViolations") {
        return false;
    }
    tree::each(
        document,
        "StyleCop XML",
        sink,
        |name| name == "Violation",
        |violation, _, sink| {
            let location = violation.place(violation.get("Source"), "LineNumber", "StartColumn");
            let mut diagnostic = finding(Severity::Warning, violation.text()).at(location);
            let code = violation.get("RuleId").or_else(|| violation.get("Rule"));
            diagnostic.code = code.map(str::to_owned);
            sink.emit(diagnostic);
        },
    );
    true
}

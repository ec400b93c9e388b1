//! StyleCop.

use unbreak_core::{Example, Severity, Sink};

use super::finding;
use crate::format::xml::tree;

pub(super) const EXAMPLE: Example = Example::new(
    "StyleCop",
    "<?xml version=\"1.0\"?>\n<StyleCopViolations><Violation Section=\"Root.Shop\" LineNumber=\"12\" Source=\"C:\\project\\Shop.cs\" RuleNamespace=\"Microsoft.StyleCop.CSharp.DocumentationRules\" Rule=\"ElementsMustBeDocumented\" RuleId=\"SA1600\">The class must have a documentation header.</Violation></StyleCopViolations>\n",
    r#"[{"type": "lint", "severity": "warning", "code": "SA1600", "file": "C:\\project\\Shop.cs", "line": 12,
         "message": "The class must have a documentation header."}]"#,
);

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

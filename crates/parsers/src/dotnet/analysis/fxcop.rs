//! FxCop and Visual Studio's code analysis.

use unbreak_core::{Diagnostic, Example, Severity, Sink};

use super::finding;
use crate::format::xml::tree::{self, Node};

pub(super) const EXAMPLE: Example = Example::new(
    "FxCop",
    "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<FxCopReport Version=\"1.36\"><Targets><Target><Modules><Module><Messages><Message TypeName=\"MarkAssembliesWithClsCompliant\" Category=\"Microsoft.Design\" CheckId=\"CA1014\"><Issue Certainty=\"95\" Level=\"CriticalError\" Path=\"C:\\project\" File=\"Shop.cs\" Line=\"12\">Mark it.</Issue></Message></Messages></Module></Modules></Target></Targets></FxCopReport>\n",
    r#"[{"type": "lint", "severity": "error", "code": "CA1014", "file": "C:\\project\\Shop.cs", "line": 12,
         "message": "Mark it."}]"#,
);

pub(super) fn read(document: &str, sink: &mut Sink) -> bool {
    if !document.contains("<FxCopReport") {
        return false;
    }
    tree::each(
        document,
        "FxCop XML",
        sink,
        |name| name == "Message",
        |message, _, sink| {
            let issues = message.children().iter().filter(|child| child.name() == "Issue");
            issues.for_each(|issue| sink.emit(diagnostic(message, issue)));
        },
    );
    true
}

fn diagnostic(message: &Node, issue: &Node) -> Diagnostic {
    let severity = match issue.get("Level") {
        Some("CriticalError" | "Error") => Severity::Error,
        Some("Information") => Severity::Info,
        _ => Severity::Warning,
    };
    let file = issue.get("File").map(|file| match issue.get("Path") {
        Some(path) => format!("{path}\\{file}"),
        None => file.to_owned(),
    });
    let location = issue.place(file.as_deref(), "Line", "Column");
    let mut diagnostic = finding(severity, issue.text()).at(location);
    let code = message.get("CheckId").or_else(|| message.get("TypeName"));
    diagnostic.code = code.map(str::to_owned);
    diagnostic
}

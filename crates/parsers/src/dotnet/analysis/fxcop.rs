//! FxCop and Visual Studio's code analysis.

use unbreak_core::{Diagnostic, Severity, Sink};

use super::finding;
use crate::format::xml::tree::{self, Node};

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

//! Gendarme.

use unbreak_core::{Diagnostic, Location, Severity, Sink};

use super::finding;
use crate::format::xml::tree::{self, Node};

pub(super) fn read(document: &str, sink: &mut Sink) -> bool {
    if !document.contains("<gendarme-output") {
        return false;
    }
    tree::each(
        document,
        "Gendarme XML",
        sink,
        |name| name == "rule",
        |rule, _, sink| {
            let targets = rule.children().iter().filter(|child| child.name() == "target");
            let defects = targets
                .flat_map(Node::children)
                .filter(|child| child.name() == "defect");
            defects.for_each(|defect| sink.emit(diagnostic(rule, defect)));
        },
    );
    true
}

fn diagnostic(rule: &Node, defect: &Node) -> Diagnostic {
    let severity = match defect.get("Severity") {
        Some("Critical") => Severity::Error,
        Some("Low" | "Audit") => Severity::Info,
        _ => Severity::Warning,
    };
    let message = rule.said("problem").unwrap_or(defect.text());
    let mut diagnostic = finding(severity, message);
    diagnostic.location = defect.get("Source").map(place).unwrap_or_default();
    diagnostic.code = rule.get("Name").map(str::to_owned);
    diagnostic.advice = rule.said("solution").map(str::to_owned);
    diagnostic
}

/// `FILE(≈12)`, `FILE(12,5)`: the nearest line that debugging information knows.
fn place(source: &str) -> Location {
    let parts = source
        .trim_end()
        .strip_suffix(')')
        .and_then(|source| source.rsplit_once('('));
    let Some((file, numbers)) = parts else {
        return Location::file(source);
    };
    let mut numbers = numbers
        .trim_start_matches('≈')
        .split(',')
        .map(|number| number.trim().parse::<u32>().ok());
    let line = numbers.next().flatten();
    Location {
        line,
        column: numbers.next().flatten(),
        ..Location::file(file)
    }
}

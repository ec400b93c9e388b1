//! Simian's and CCM's reports in XML.

use unbreak_core::{Diagnostic, ErrorType, Severity, Sink, register_parser};

use crate::described;
use crate::format::Format;
use crate::format::xml::copies;
use crate::format::xml::tree::{self, Node};

register_parser!(Format::of(&described::DUPLICATION).xml(read));

fn read(document: &str, sink: &mut Sink) -> bool {
    tree::findings(
        document,
        "XML",
        sink,
        |name| matches!(name, "set" | "metric"),
        |record, _| duplication(record).or_else(|| complexity(record)),
    )
}

fn duplication(set: &Node) -> Option<Diagnostic> {
    let lines = set.number("lineCount")?;
    let blocks = set.children().iter().filter(|child| child.name() == "block");
    let places = blocks.map(|block| {
        let mut location = block.place(block.get("sourceFile"), "startLineNumber", "column");
        location.end_line = block.number("endLineNumber");
        location
    });
    copies::diagnostic(&format!("{lines} lines"), places)
}

fn complexity(metric: &Node) -> Option<Diagnostic> {
    let number = |name: &str| metric.value(name)?.parse().ok();
    let message = format!(
        "{} has a complexity of {}",
        metric.value("unit")?,
        metric.value("complexity")?
    );
    let class = metric.value("classification").unwrap_or_default();
    let severity = match class {
        "High" => Severity::Error,
        "Low" => Severity::Info,
        _ => Severity::Warning,
    };
    let mut diagnostic = Diagnostic::new(ErrorType::Lint, severity, message).with_code(class);
    diagnostic.location.file = metric.value("file").map(str::to_owned);
    diagnostic.location.line = number("startLineNumber");
    diagnostic.location.end_line = number("endLineNumber");
    Some(diagnostic)
}

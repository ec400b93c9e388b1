//! The XML of PMD and of its detector of copied code, which PHPMD and others write as well.

use unbreak_core::{Diagnostic, ErrorType, Location, Severity, Sink, register_parser};

use crate::described;
use crate::format::Format;
use crate::format::xml::copies;
use crate::format::xml::tree::{self, Node};

register_parser!(Format::of(&described::PMD_XML).xml(read));

fn read(document: &str, sink: &mut Sink) -> bool {
    tree::findings(
        document,
        "PMD XML",
        sink,
        |name| matches!(name, "violation" | "duplication" | "error"),
        |record, around| match (record.name(), around.first().map(Node::name)) {
            ("violation", Some("pmd")) => violation(record, around.last()),
            ("error", Some("pmd")) => unread(record),
            ("duplication", Some("pmd-cpd")) => duplication(record),
            _ => None,
        },
    )
}

fn violation(record: &Node, file: Option<&Node>) -> Option<Diagnostic> {
    let severity = match record.number("priority") {
        Some(1) => Severity::Error,
        Some(4 | 5) => Severity::Info,
        _ => Severity::Warning,
    };
    let file = file?;
    let file = file.get("name").or_else(|| file.get("path"));
    let mut location = record.place(file, "beginline", "begincolumn");
    location.end_line = record.number("endline").filter(|_| location.line.is_some());
    location.end_column = record
        .number("endcolumn")
        .filter(|_| location.column.is_some())
        .map(|last| last + 1);
    // TSLint writes its message in the place of the rule.
    let (message, rule) = match (record.text().trim(), record.get("rule")) {
        ("", rule) => (rule?, None),
        (message, rule) => (message, rule),
    };
    let mut diagnostic = Diagnostic::new(ErrorType::Lint, severity, message).at(location);
    diagnostic.code = rule.map(str::to_owned);
    Some(diagnostic)
}

/// The error that kept PMD from reading a file.
fn unread(record: &Node) -> Option<Diagnostic> {
    let message = record.get("msg")?;
    let location = record.get("filename").map(Location::file).unwrap_or_default();
    Some(Diagnostic::new(ErrorType::Build, Severity::Error, message).at(location))
}

fn duplication(record: &Node) -> Option<Diagnostic> {
    let lines = record.number("lines")?;
    let files = record.children().iter().filter(|child| child.name() == "file");
    let places = files.map(|file| {
        let mut location = file.place(file.get("path"), "line", "column");
        location.end_line = location
            .line
            .map(|line| line.saturating_add(lines.saturating_sub(1)));
        location
    });
    let tokens = record.number("tokens");
    let tokens = tokens.map_or_else(String::new, |tokens| format!(" ({tokens} tokens)"));
    copies::diagnostic(&format!("{lines} lines{tokens}"), places)
}

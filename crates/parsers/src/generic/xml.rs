//! Findings in XML of a shape that is not described, by the names of attributes and elements.

use unbreak_core::{Diagnostic, Location, Severity, Sink, register_parser};

use crate::described;
use crate::format::xml::tree::{self, Node};
use crate::format::{Format, guess, locate, severity};

register_parser!(Format::of(&described::GENERIC_XML).xml(read));

const LINE: [&str; 10] = [
    "from-line",
    "line",
    "linenumber",
    "startline",
    "beginline",
    "startlinenumber",
    "line_number",
    "lineno",
    "ln",
    "start_line",
];
const COLUMN: [&str; 10] = [
    "from-column",
    "column",
    "col",
    "char",
    "character",
    "startcolumn",
    "begincolumn",
    "columnnumber",
    "column_number",
    "startcol",
];
const END_LINE: [&str; 4] = ["to-line", "endline", "endlinenumber", "end_line"];
const FILE: [&str; 9] = [
    "file",
    "filename",
    "filepath",
    "path",
    "name",
    "locfile",
    "source",
    "sourcefile",
    "src",
];
/// From the most to the least specific.
const MESSAGE: [&str; 9] = [
    "message",
    "msg",
    "reason",
    "description",
    "desc",
    "text",
    "comment",
    "title",
    "summary",
];
const SEVERITY: [&str; 5] = ["severity", "level", "sev", "priority", "classification"];
const CODE: [&str; 13] = [
    "rule",
    "rulename",
    "ruleid",
    "code",
    "defectcode",
    "id",
    "checkid",
    "check",
    "type",
    "finding-type",
    "attribute_key",
    "mnemonic",
    "problemid",
];
/// Elements that hold the place of their parent.
const PLACE: [&str; 4] = ["sfa", "location", "position", "region"];

fn read(document: &str, sink: &mut Sink) -> bool {
    let (tree, problem) = tree::parse(document);
    let mut found = false;
    let records = tree.children().iter().flat_map(Node::children);
    records
        .filter(|record| record.is_whole())
        .for_each(|record| walk(record, None, &mut found, sink));
    if let Some(problem) = problem {
        sink.problem(format!("XML: {problem}"));
    }
    found
}

/// Searches an element for findings, which are about `file` when the elements around it name one.
fn walk(node: &Node, file: Option<&str>, found: &mut bool, sink: &mut Sink) {
    let file = file_of(node).or(file);
    if let Some(diagnostic) = finding(node, file) {
        *found = true;
        sink.emit(diagnostic);
        return;
    }
    node.children()
        .iter()
        .for_each(|child| walk(child, file, found, sink));
}

/// The value of the first of these names.
fn value<'a>(node: &'a Node, names: &[&str]) -> Option<&'a str> {
    names.iter().find_map(|name| node.value(name))
}

fn number(node: &Node, names: &[&str]) -> Option<u32> {
    names.iter().find_map(|name| node.value(name)?.parse().ok())
}

fn file_of(node: &Node) -> Option<&str> {
    let file = FILE.iter().find_map(|name| {
        let value = node.value(name)?;
        let sure = matches!(*name, "file" | "filename" | "filepath" | "locfile" | "sourcefile");
        (sure || locate::kind(value) == Some(locate::FileKind::Sure)).then_some(value)
    })?;
    let file = file.strip_prefix("file://").unwrap_or(file);
    Some(file.strip_prefix("$PROJECT_DIR$/").unwrap_or(file))
}

fn finding(node: &Node, file: Option<&str>) -> Option<Diagnostic> {
    let place = PLACE.iter().find_map(|name| node.child_named(name));
    let line = number(node, &LINE).or_else(|| number(place?, &LINE))?;
    let message = value(node, &MESSAGE).or_else(|| node.child_named("message")?.get("value"));
    let message = message.unwrap_or(node.text());
    // CodeNarc leaves the message out when the rule's name says it all.
    let message = if message.is_empty() {
        node.value("ruleName").unwrap_or_default()
    } else {
        message
    };
    let inner = place.and_then(file_of);
    let file = inner.or(file)?;
    if message.is_empty() || locate::kind(file).is_none() && !file.contains(' ') {
        return None;
    }
    let mut location = Location::file(file);
    if line > 0 {
        location.line = Some(line);
        location.column = number(node, &COLUMN)
            .or_else(|| number(place?, &COLUMN))
            .filter(|column| *column > 0);
        location.end_line = number(node, &END_LINE).filter(|end| *end >= line);
    }
    let severity = value(node, &SEVERITY)
        .or_else(|| node.children().iter().find_map(|child| value(child, &SEVERITY)))
        .and_then(rated)
        .unwrap_or(Severity::Warning);
    let mut diagnostic =
        Diagnostic::new(guess::error_type(severity, message), severity, message).at(location);
    diagnostic.code = code(node);
    Some(diagnostic)
}

/// The rule: of the finding, or of the description of its class.
fn code(node: &Node) -> Option<String> {
    let own = || value(node, &CODE);
    let inner = || node.children().iter().find_map(|child| value(child, &CODE));
    own().or_else(inner).map(str::to_owned)
}

/// A word, or a number where 1 is the worst (PMD, Parasoft, Klocwork).
fn rated(text: &str) -> Option<Severity> {
    match text.parse::<u32>() {
        Ok(1) => Some(Severity::Error),
        Ok(2 | 3) => Some(Severity::Warning),
        Ok(_) => Some(Severity::Info),
        Err(_) => severity::word(text),
    }
}

//! The property lists of clang's static analyzer, which CodeChecker, Infer and cppcheck write as well.

use serde_json::{Map, Value};
use unbreak_core::{Diagnostic, ErrorType, Location, Note, Severity, Sink, register_parser};

use crate::described;
use crate::format::Format;
use crate::format::xml::tree::{self, Node};

register_parser!(Format::of(&described::PLIST).xml(read));

fn read(document: &str, sink: &mut Sink) -> bool {
    let (tree, problem) = tree::parse(document);
    let list = tree.named("plist").next().filter(|list| list.is_whole());
    if let Some(problem) = problem {
        sink.problem(format!("property list: {problem}"));
    }
    let report = list
        .and_then(|list| list.children().first())
        .map(value)
        .unwrap_or_default();
    let Some(diagnostics) = report["diagnostics"].as_array() else {
        return false;
    };
    let diagnostics = diagnostics
        .iter()
        .filter_map(|entry| diagnostic(entry, &report["files"]));
    diagnostics.for_each(|diagnostic| sink.emit(diagnostic));
    true
}

/// An element of a property list as JSON.
fn value(node: &Node) -> Value {
    match node.name() {
        "dict" => Value::Object(dictionary(node.children())),
        "array" => node.children().iter().map(value).collect(),
        "integer" | "real" => node.text().parse::<i64>().map_or(Value::Null, Value::from),
        "true" => Value::Bool(true),
        "false" => Value::Bool(false),
        _ => Value::from(node.text()),
    }
}

/// Keys and values take turns.
fn dictionary(children: &[Node]) -> Map<String, Value> {
    let pairs = children.chunks_exact(2);
    pairs
        .filter(|pair| pair[0].name() == "key")
        .map(|pair| (pair[0].text().to_owned(), value(&pair[1])))
        .collect()
}

fn diagnostic(entry: &Value, files: &Value) -> Option<Diagnostic> {
    let message = entry["description"].as_str()?;
    let mut diagnostic = Diagnostic::new(ErrorType::Lint, Severity::Warning, message);
    diagnostic.location = location(&entry["location"], files)?;
    diagnostic.code = ["check_name", "type"]
        .iter()
        .find_map(|key| entry[*key].as_str())
        .map(str::to_owned);
    let events = entry["path"].as_array().into_iter().flatten();
    diagnostic.notes = events.filter_map(|event| note(event, files)).collect();
    Some(diagnostic)
}

/// The last event repeats the diagnostic; control edges have no text.
fn note(event: &Value, files: &Value) -> Option<Note> {
    (event["kind"].as_str() == Some("event")).then_some(())?;
    Some(Note {
        message: event["message"].as_str()?.to_owned(),
        location: location(&event["location"], files)?,
    })
}

fn location(place: &Value, files: &Value) -> Option<Location> {
    let number = |key: &str| u32::try_from(place[key].as_u64()?).ok();
    let file = usize::try_from(place["file"].as_u64()?).ok()?;
    let file = files.get(file)?.as_str()?;
    Some(Location {
        column: number("col").filter(|column| *column > 0),
        ..Location::line(file, number("line")?)
    })
}

//! RSpec's JSON.

use serde_json::Value;
use unbreak_core::{Diagnostic, ErrorType, Frame, Location, Severity, Sink, register_parser};

use crate::described;
use crate::format::{Format, stack};

register_parser!(Format::of(&described::RSPEC_JSON).json(read));

fn read(document: &Value, sink: &mut Sink) -> bool {
    let Some(examples) = document["examples"].as_array() else {
        return false;
    };
    examples
        .iter()
        .filter_map(failure)
        .for_each(|diagnostic| sink.emit(diagnostic));
    document.get("summary").is_some()
}

fn failure(example: &Value) -> Option<Diagnostic> {
    if example["status"] != "failed" {
        return None;
    }
    let exception = &example["exception"];
    let class = exception["class"].as_str().unwrap_or_default();
    let is_expectation = class.starts_with("RSpec::");
    let error_type = match is_expectation {
        true => ErrorType::Assertion,
        false => ErrorType::Runtime,
    };
    let message = exception["message"].as_str().unwrap_or("the example failed");
    let mut diagnostic = Diagnostic::new(error_type, Severity::Error, message.trim());
    diagnostic.test = example["full_description"].as_str().map(str::to_owned);
    diagnostic.code = (!is_expectation && !class.is_empty()).then(|| class.to_owned());
    diagnostic.frames = frames(&exception["backtrace"]);
    let own = diagnostic.frames.iter().rev().find(|frame| !in_gem(frame));
    let location = own.map(|frame| frame.location.clone());
    diagnostic.location = location.or_else(|| place(example)).unwrap_or_default();
    Some(diagnostic)
}

/// The entries of a backtrace, outermost first.
fn frames(backtrace: &Value) -> Vec<Frame> {
    let entries = backtrace.as_array().into_iter().flatten();
    let lines: Vec<&str> = entries.filter_map(Value::as_str).collect();
    stack::read(&lines.join("\n"))
}

fn in_gem(frame: &Frame) -> bool {
    let file = frame.location.file.as_deref().unwrap_or_default();
    file.contains("/gems/") || file.starts_with('<')
}

fn place(example: &Value) -> Option<Location> {
    let line = u32::try_from(example["line_number"].as_u64()?).ok()?;
    Some(Location::line(example["file_path"].as_str()?, line))
}

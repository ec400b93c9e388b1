//! RSpec's JSON.

use std::borrow::Cow;

use serde_json::Value;
use unbreak_core::{
    Descriptor, Diagnostic, ErrorType, Example, Frame, Location, Severity, Sink, register_parser,
};

use crate::format::{self, Format, stack};

register_parser!(Format::new(&DESCRIPTOR, &["\"full_description\""]).json(read));

const DOCS: &str = r#"
## What it understands

`--format json`: the examples that failed. The place is the first entry of the backtrace outside gems, otherwise the
example's own.

## Versions seen

RSpec 3.12.
"#;

static EXAMPLES: [Example; 1] = [Example::new(
    "an expectation that does not hold",
    r#"{"version":"3.12","examples":[{"id":"./spec/cart_spec.rb[1:1]","description":"adds","full_description":"Cart adds","status":"failed","file_path":"./spec/cart_spec.rb","line_number":3,"exception":{"class":"RSpec::Expectations::ExpectationNotMetError","message":"expected: 3\n     got: 2","backtrace":["/usr/lib/ruby/gems/3.1.0/gems/rspec-support-3.12/lib/support.rb:5:in `notify'","/home/dev/project/spec/cart_spec.rb:4:in `block (2 levels) in <top (required)>'"]}}],"summary":{"example_count":1,"failure_count":1}}
"#,
    r#"[{"type": "assertion", "severity": "error", "test": "Cart adds", "file": "/home/dev/project/spec/cart_spec.rb", "line": 4, "message": "expected: 3\n     got: 2"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "rspec-json",
    "RSpec's JSON",
    DOCS,
    &[Cow::Borrowed("ruby")],
    &EXAMPLES,
);

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

//! AVA.

use unbreak_core::parser::History;
use unbreak_core::{Diagnostic, ErrorType, Frame, Line, Severity, register_parser};

use crate::described;
use crate::format::{Flow, Format, Open, locate, marks, stack};

register_parser!(Format::of(&described::AVA).block(begin, follow));

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    failed(line).or_else(|| thrown(line))
}

fn failed(line: &Line<'_>) -> Option<Diagnostic> {
    let frame = entry(line.text)?;
    let mut diagnostic =
        Diagnostic::new(ErrorType::Assertion, Severity::Error, message(line)).at(frame.location.clone());
    diagnostic.frames.push(Frame {
        innermost: true,
        ..frame
    });
    Some(diagnostic)
}

/// `  TypeError: message`, and below it the first entry of the stack.
fn thrown(line: &Line<'_>) -> Option<Diagnostic> {
    let frame = called(line.text)?;
    let header = line.back(1)?.strip_prefix("  ")?;
    let (class, message) = header.split_once(": ")?;
    let is_class = class.ends_with("Error") && class.bytes().all(|byte| byte.is_ascii_alphanumeric());
    is_class.then_some(())?;
    let mut diagnostic = Diagnostic::new(ErrorType::Runtime, Severity::Error, message)
        .with_code(class)
        .at(frame.location.clone());
    diagnostic.frames.push(Frame {
        innermost: true,
        ..frame
    });
    Some(diagnostic)
}

/// `      at file:///shop.mjs:3:5`.
fn called(line: &str) -> Option<Frame> {
    let is_entry = line.starts_with("      at ") && line.contains("file://");
    is_entry.then(|| stack::frame(line))?
}

/// The callers.
fn follow(open: &mut Open, line: &str) -> Flow {
    match entry(line).or_else(|| called(line)) {
        Some(frame) => {
            stack::push_caller(&mut open.diagnostic, frame);
            Flow::Taken
        }
        // Entries of the engine itself name no file.
        None if line.starts_with("      at ") => Flow::Taken,
        None => Flow::Over,
    }
}

/// `  › total (file://shop.mjs:3:5)`, `  › file://shop.mjs:3:5`.
fn entry(line: &str) -> Option<Frame> {
    let entry = line.trim_start().strip_prefix("› ")?;
    let (function, place) = match entry.strip_suffix(')').and_then(|entry| entry.rsplit_once(" (")) {
        Some((function, place)) => (Some(function.to_owned()), place),
        None => (None, entry),
    };
    let place = place.strip_prefix("file://").unwrap_or(place);
    let placed = locate::at_start(place).filter(|placed| placed.rest.is_empty())?;
    let location = placed.location();
    location.column?;
    Some(Frame::new(location, function))
}

/// The lines above, as far as they are remembered, up to the quoted source.
fn message(line: &Line<'_>) -> String {
    let above = (1..=History::CAPACITY).map_while(|n| line.back(n));
    let mut said: Vec<&str> = above
        .take_while(|text| !is_source(text))
        .map(str::trim)
        .filter(|text| !text.is_empty())
        .collect();
    said.reverse();
    match said.is_empty() {
        true => "the assertion failed".to_owned(),
        false => said.join("\n"),
    }
}

/// `   3:   t.is(1 + 1, 3);`.
fn is_source(line: &str) -> bool {
    let number = line.trim_start().split(':').next().unwrap_or_default();
    let numbered = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    line.starts_with(' ') && numbered || marks::is_gutter(line)
}

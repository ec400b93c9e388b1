//! Crashes of the interpreter itself: Python's faulthandler.

use unbreak_core::{Diagnostic, ErrorType, Frame, Line, Location, Severity, register_parser};

use crate::described;
use crate::format::{Flow, Format, Open, stack};

register_parser!(Format::of(&described::FAULTHANDLER).block(begin, follow));

const FATAL: &str = "Fatal Python error: ";
fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    // The progress of a test runner may stand before it.
    let (_, message) = line.text.split_once(FATAL)?;
    Some(Diagnostic::new(
        ErrorType::Runtime,
        Severity::Fatal,
        message.trim(),
    ))
}

/// Blank lines and the threads' headings, then the frames; later lines belong to another thread.
fn follow(open: &mut Open, line: &str) -> Flow {
    let diagnostic = &mut open.diagnostic;
    if let Some(frame) = frame(line) {
        if diagnostic.frames.is_empty() {
            diagnostic.location = frame.location.clone();
        }
        stack::push_caller(diagnostic, frame);
        return Flow::Taken;
    }
    let before = line.trim().is_empty()
        || line.starts_with("Python runtime state: ")
        || line.ends_with("(most recent call first):");
    if before && diagnostic.frames.is_empty() {
        Flow::Taken
    } else {
        Flow::Over
    }
}

/// `  File "shop.py", line 2 in total`.
fn frame(line: &str) -> Option<Frame> {
    let (file, rest) = line.strip_prefix("  File \"")?.split_once("\", line ")?;
    let (number, function) = rest.split_once(" in ").unwrap_or((rest, ""));
    let location = Location::line(file, number.parse().ok()?);
    let function = Some(function.to_owned()).filter(|function| !function.is_empty());
    Some(Frame::new(location, function))
}

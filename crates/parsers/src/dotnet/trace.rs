//! Exceptions that a .NET program did not catch.

use unbreak_core::{Diagnostic, ErrorType, Line, Severity, register_parser};

use crate::described;
use crate::format::{Flow, Format, Open, stack};

register_parser!(Format::of(&described::DOTNET_TRACE).block(begin, follow));

/// The beginning of Mono's log entry, which may repeat the terminal's output.
const FATAL: &str = "[ERROR] FATAL UNHANDLED EXCEPTION: ";

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    if line.text.trim_end() == "Unhandled Exception:" {
        return Some(Diagnostic::new(ErrorType::Runtime, Severity::Error, ""));
    }
    // Mono says it all again, which the line above shows.
    let again = || line.back(1).is_some_and(|above| above.starts_with("  at "));
    let text = ["Unhandled exception. ", "Unhandled Exception: ", FATAL]
        .iter()
        .filter(|start| **start != FATAL || !again())
        .find_map(|start| line.text.strip_prefix(start))?;
    let (class, message) = thrown(text)?;
    Some(Diagnostic::new(ErrorType::Runtime, Severity::Error, message).with_code(class))
}

/// `CLASS: message`.
fn thrown(text: &str) -> Option<(&str, &str)> {
    let (class, message) = text.split_once(": ").unwrap_or((text, ""));
    let is_class = class.contains('.') && !class.contains(' ');
    is_class.then_some((class, message))
}

fn follow(open: &mut Open, line: &str) -> Flow {
    let text = line.trim();
    if text.is_empty() {
        return Flow::Over;
    }
    let diagnostic = &mut open.diagnostic;
    if text.starts_with("at ") {
        if let Some(frame) = stack::frame(text) {
            if diagnostic.frames.is_empty() {
                diagnostic.location = frame.location.clone();
            }
            stack::push_caller(diagnostic, frame);
        }
        return Flow::Taken;
    }
    if diagnostic.code.is_none() {
        let Some((class, message)) = thrown(text) else {
            return Flow::Over;
        };
        diagnostic.code = Some(class.to_owned());
        message.clone_into(&mut diagnostic.message);
        return Flow::Taken;
    }
    // Mono says it all again.
    if text.starts_with(FATAL) {
        return Flow::Over;
    }
    if text.starts_with("--- End of ") {
        return Flow::Taken;
    }
    if diagnostic.frames.is_empty() {
        open.push_message(text);
        return Flow::Taken;
    }
    Flow::Over
}

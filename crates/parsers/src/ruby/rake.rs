//! Rake: why a build stopped.

use unbreak_core::{Diagnostic, ErrorType, Line, Severity, register_parser};

use crate::described;
use crate::format::{Flow, Format, Open, locate, stack};

register_parser!(Format::of(&described::RAKE).block(begin, follow));

fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    matches!(line.text, "rake aborted!" | "rails aborted!")
        .then(|| Diagnostic::new(ErrorType::Build, Severity::Error, ""))
}

fn follow(open: &mut Open, line: &str) -> Flow {
    let text = line.trim_end();
    if text.is_empty() || text.starts_with("Tasks: TOP") || text.starts_with("(See full trace") {
        return Flow::Over;
    }
    match stack::frame(text).filter(|_| !open.diagnostic.message.is_empty()) {
        Some(frame) => {
            stack::push_caller_and_place(&mut open.diagnostic, frame, "/gems/");
            if open.diagnostic.error_type == ErrorType::Build {
                open.diagnostic.error_type = ErrorType::Runtime;
            }
        }
        None if open.diagnostic.message.is_empty() => message(open, text),
        None => open.push_message(text),
    }
    Flow::Taken
}

/// `CLASS: message`, `SyntaxError: FILE:3: message`, or the message of a `RuntimeError`.
fn message(open: &mut Open, text: &str) {
    let (class, said) = match text.split_once(": ") {
        Some((class, said)) if is_class(class) => (Some(class), said),
        _ => (None, text),
    };
    let diagnostic = &mut open.diagnostic;
    diagnostic.code = class.map(str::to_owned);
    let placed = locate::at_start(said).filter(|_| class == Some("SyntaxError"));
    if class == Some("SyntaxError") {
        diagnostic.error_type = ErrorType::Syntax;
    }
    match placed.and_then(|placed| Some((placed.location(), placed.rest.strip_prefix(": ")?))) {
        Some((location, said)) => {
            diagnostic.location = location;
            open.push_message(said);
        }
        None => open.push_message(said),
    }
}

fn is_class(name: &str) -> bool {
    let named = |byte: u8| byte.is_ascii_alphanumeric() || byte == b':' || byte == b'_';
    name.starts_with(|c: char| c.is_ascii_uppercase()) && name.bytes().all(named)
}

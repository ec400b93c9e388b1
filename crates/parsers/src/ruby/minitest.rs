//! Minitest, also as Rails runs it.

use unbreak_core::{Diagnostic, ErrorType, Line, Severity, register_parser};

use crate::described;
use crate::format::{Flow, Format, Open, locate, stack};

register_parser!(Format::of(&described::MINITEST).block(begin, follow));

/// The line below a heading names the test: `TestCart#test_adds [test/cart_test.rb:8]:`,
/// `TestCart#test_strict:`.
fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    let error_type = heading(line.back(1)?)?;
    let text = line.text.trim_end().strip_suffix(':')?;
    let (test, place) = match text.strip_suffix(']').and_then(|text| text.rsplit_once(" [")) {
        Some((test, place)) => (test, locate::at_start(place).map(|placed| placed.location())),
        None => (text, None),
    };
    let mut diagnostic = Diagnostic::new(error_type, Severity::Error, "");
    diagnostic.test = Some(test.to_owned());
    Some(diagnostic.at(place.unwrap_or_default()))
}

/// `  1) Failure:`, and as Rails prints it, `Failure:`.
fn heading(line: &str) -> Option<ErrorType> {
    let text = line.trim();
    let heading = text.split_once(") ").map_or(text, |(_, heading)| heading);
    match heading {
        "Failure:" => Some(ErrorType::Assertion),
        "Error:" => Some(ErrorType::Runtime),
        _ => None,
    }
}

fn follow(open: &mut Open, line: &str) -> Flow {
    if line.trim().is_empty() {
        // Ruby quotes the source of an error between its message and the stack.
        let quotes = open.diagnostic.error_type == ErrorType::Runtime && open.diagnostic.frames.is_empty();
        return if quotes { Flow::Taken } else { Flow::Over };
    }
    if open.previous.trim().is_empty() && open.taken > 0 && !line.starts_with(' ') {
        return Flow::Over;
    }
    match stack::frame(line).filter(|_| line.starts_with(' ')) {
        Some(frame) => stack::push_caller_and_place(&mut open.diagnostic, frame, "/gems/"),
        None => message(open, line),
    }
    Flow::Taken
}

fn message(open: &mut Open, line: &str) {
    let first = open.diagnostic.message.is_empty() && open.diagnostic.error_type == ErrorType::Runtime;
    match line.split_once(": ") {
        Some((class, message)) if first && !class.contains(' ') => {
            open.diagnostic.code = Some(class.to_owned());
            open.push_message(message);
        }
        _ => open.push_message(line.trim_end()),
    }
}

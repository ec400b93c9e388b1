//! PHPUnit, and Pest in its compact form.

use unbreak_core::{Diagnostic, ErrorType, Line, Severity, register_parser};

use crate::described;
use crate::format::{self, Flow, Format, Open, locate, stack};

register_parser!(Format::of(&described::PHPUNIT).block(begin, follow));

/// Its message for a file that does not exist.
const NOT_OPENED: &str = "Cannot open file \"";
/// The message of a test that fails only when configured so.
const RISKY: &str = "This test did not perform any assertions";

/// `1) Tests\CartTest::testAdds with data set "x"`.
fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    if line.text.starts_with(NOT_OPENED) && line.text.ends_with("\".") {
        return Some(Diagnostic::new(ErrorType::Build, Severity::Error, line.text));
    }
    let (number, name) = line.text.split_once(") ")?;
    let numbered = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
    let (class, _) = name.split_once("::").filter(|_| numbered)?;
    let is_class = class
        .bytes()
        .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'\\' | b'_'));
    is_class.then(|| {
        let mut diagnostic = Diagnostic::new(ErrorType::Runtime, Severity::Error, "");
        diagnostic.test = Some(name.trim_end().to_owned());
        diagnostic
    })
}

/// The stack begins after a blank line and ends with one.
fn follow(open: &mut Open, line: &str) -> Flow {
    let text = line.trim_end();
    if open.diagnostic.test.is_none() {
        return Flow::Over;
    }
    if text.is_empty() {
        let ended = !open.diagnostic.frames.is_empty();
        return if ended { Flow::Last } else { Flow::Maybe };
    }
    let after_blank = open.previous.trim().is_empty() || !open.diagnostic.frames.is_empty();
    match format::stack::frame(text).filter(|_| after_blank && is_place(text)) {
        Some(frame) => stack::push_caller_and_place(&mut open.diagnostic, frame, "/vendor/"),
        None if !open.diagnostic.frames.is_empty() => return Flow::Over,
        None => {
            let is_first = open.diagnostic.message.is_empty();
            message(open, text);
            if !is_first {
                return Flow::Maybe;
            }
        }
    }
    Flow::Taken
}

fn is_place(text: &str) -> bool {
    locate::at_start(text).is_some_and(|placed| placed.rest.is_empty())
}

/// An exception's class is before its message; an assertion has none.
fn message(open: &mut Open, text: &str) {
    if !open.diagnostic.message.is_empty() {
        open.push_message(text);
        return;
    }
    match text.split_once(": ") {
        Some((class, said)) if !class.contains(' ') && !class.contains("PHPUnit\\Framework") => {
            open.diagnostic.code = Some(class.to_owned());
            open.push_message(said);
        }
        _ if text == RISKY => {
            open.diagnostic.error_type = ErrorType::Lint;
            open.diagnostic.severity = Severity::Warning;
            open.push_message(text);
        }
        _ => {
            open.diagnostic.error_type = ErrorType::Assertion;
            open.push_message(text);
        }
    }
}

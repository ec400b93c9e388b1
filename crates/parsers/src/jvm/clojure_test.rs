//! clojure.test and Kaocha.

use unbreak_core::{Diagnostic, ErrorType, Frame, Line, Severity, register_parser};

use crate::described;
use crate::format::{Flow, Format, Open, locate, stack};

register_parser!(Format::of(&described::CLOJURE_TEST).block(begin, follow));

/// `FAIL in (adds) (a.clj:7)`.
fn begin(line: &Line<'_>) -> Option<Diagnostic> {
    let (error_type, text) = match line.text.strip_prefix("FAIL in ") {
        Some(text) => (ErrorType::Assertion, text),
        None => (ErrorType::Runtime, line.text.strip_prefix("ERROR in ")?),
    };
    let (test, place) = text.strip_suffix(')')?.rsplit_once(" (")?;
    let placed = locate::at_start(place).filter(|placed| placed.rest.is_empty())?;
    let test = test.trim_matches(['(', ')']);
    let mut diagnostic = Diagnostic::new(error_type, Severity::Error, "").at(placed.location());
    diagnostic.test = (!test.is_empty()).then(|| test.to_owned());
    Some(diagnostic)
}

fn follow(open: &mut Open, line: &str) -> Flow {
    let text = line.trim();
    if text.is_empty() {
        return over(open);
    }
    if let Some(frame) = entry(line) {
        if is_own(&frame) && !open.diagnostic.frames.iter().any(is_own) {
            open.diagnostic.location = frame.location.clone();
        }
        stack::push_caller(&mut open.diagnostic, frame);
        return Flow::Taken;
    }
    if !open.diagnostic.frames.is_empty() {
        return over(open);
    }
    if open.diagnostic.error_type == ErrorType::Runtime {
        open.diagnostic.code = thrown(text).or_else(|| open.diagnostic.code.take());
    }
    open.push_message(text);
    Flow::Taken
}

fn over(open: &mut Open) -> Flow {
    if open.diagnostic.message.is_empty() {
        open.push_message("the test failed");
    }
    Flow::Over
}

/// ` at clojure.lang.Numbers.divide (Numbers.java:190)`; the entries below the first have no `at`.
fn entry(line: &str) -> Option<Frame> {
    let text = line.strip_prefix(' ')?.trim();
    let text = text.strip_prefix("at ").unwrap_or(text);
    let (function, place) = text.strip_suffix(')')?.rsplit_once(" (")?;
    let placed = locate::at_start(place).filter(|placed| placed.rest.is_empty())?;
    (!function.contains(' ')).then(|| Frame::new(placed.location(), Some(function.to_owned())))
}

fn is_own(frame: &Frame) -> bool {
    let function = frame.function.as_deref().unwrap_or_default();
    !["clojure.", "java.", "jdk.", "kaocha."]
        .iter()
        .any(|package| function.starts_with(package))
}

/// The class in `actual: java.lang.ArithmeticException: Divide by zero`.
fn thrown(text: &str) -> Option<String> {
    let class = text.strip_prefix("actual: ")?.split(": ").next()?;
    let is_class = class.contains('.') && !class.contains([' ', '(']);
    is_class.then(|| class.to_owned())
}

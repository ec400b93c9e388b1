//! clojure.test and Kaocha.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Diagnostic, ErrorType, Example, Frame, Line, Severity, register_parser};

use crate::format::{self, Flow, Format, Open, locate, stack};

register_parser!(Format::new(&DESCRIPTOR, &["FAIL in ", "ERROR in "]).block(begin, follow));

const DOCS: &str = r#"
## What it understands

`FAIL in (adds-test) (shop_test.clj:7)`, in Kaocha `FAIL in shop-test/adds (shop_test.clj:7)`, with what was expected
and the actual value below. `ERROR in` is a test that threw: the class is the code, and the place is the innermost
entry of the stack that is neither Java's nor Clojure's.

## Versions seen

Clojure 1.11; 1.8 to 1.12 and Kaocha 1 from their documentation.
"#;

static EXAMPLES: [Example; 2] = [
    Example::new(
        "a test that failed",
        r#"FAIL in (adds-test) (shop_test.clj:7)
expected: (= 3 (+ 1 1))
  actual: (not (= 3 2))

Ran 1 tests containing 1 assertions.
"#,
        r#"[{"type": "assertion", "severity": "error", "file": "shop_test.clj", "line": 7, "test": "adds-test", "message": "expected: (= 3 (+ 1 1))\nactual: (not (= 3 2))"}]"#,
    ),
    Example::new(
        "a test that threw",
        "ERROR in (boom) (Numbers.java:190)\nexpected: (= 1 (/ 1 0))\n  actual: java.lang.ArithmeticException: Divide by zero\n at clojure.lang.Numbers.divide (Numbers.java:190)\n    t$fn__151.invokeStatic (t.clj:3)\n    clojure.main.main (main.java:40)\n",
        r#"[{"type": "runtime", "severity": "error", "code": "java.lang.ArithmeticException", "file": "t.clj", "line": 3, "test": "boom",
             "message": "expected: (= 1 (/ 1 0))\nactual: java.lang.ArithmeticException: Divide by zero",
             "frames": [{"line": 40}, {"line": 3}, {"line": 190, "innermost": true}]}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "clojure-test",
    "clojure.test and Kaocha",
    DOCS,
    &[Cow::Borrowed("clojure")],
    &EXAMPLES,
);

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

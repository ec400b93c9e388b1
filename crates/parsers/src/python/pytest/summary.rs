//! The lines of "short test summary info", and other lines that name a test.

use unbreak_core::{Diagnostic, ErrorType, Location, Severity};

use crate::python::exception::{kind, split_class};

/// A line such as `FAILED tests/test_a.py::test_b - assert 1 == 2`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Item {
    /// The test, or the file when it could not be collected, by the name that pytest accepts.
    pub(super) node: String,
    /// The beginning of the error.
    pub(super) message: String,
}

impl Item {
    /// Reads a line of the summary.
    pub(super) fn parse(line: &str) -> Option<Self> {
        let rest = line
            .strip_prefix("FAILED ")
            .or_else(|| line.strip_prefix("ERROR "))
            .or_else(|| after_subtest(line))?;
        let (node, message) = split_node(rest);
        is_node(node).then(|| Self {
            node: node.to_owned(),
            message: message.to_owned(),
        })
    }

    /// The diagnostic of a test for which only this line was printed.
    pub(super) fn into_diagnostic(self) -> Diagnostic {
        let (class, message) = match split_class(&self.message) {
            Some((class, message)) if !message.is_empty() => (class, message),
            _ if self.message.starts_with("assert ") => ("AssertionError", self.message.as_str()),
            _ => ("", self.message.as_str()),
        };
        let (error_type, severity) = match class {
            "Failed" if is_about_the_form(message) => (ErrorType::Runtime, Severity::Error),
            "Failed" => (ErrorType::Assertion, Severity::Error),
            class => kind(class),
        };
        let message = if message.is_empty() {
            "failed; pytest printed no reason"
        } else {
            message
        };
        let file = self.node.split("::").next().unwrap_or(&self.node);
        let mut diagnostic = Diagnostic::new(error_type, severity, message).at(Location::file(file));
        diagnostic.code = (!class.is_empty()).then(|| class.to_owned());
        diagnostic.test = Some(self.node);
        diagnostic
    }
}

/// Returns whether the message of a test only says that subtests failed, which have reports of their own.
pub(super) fn is_sum_of_subtests(message: &str) -> bool {
    message.starts_with("contains ") && message.contains(" failed subtest")
}

/// Returns whether pytest refuses the form of a test, in words of its own: no expectation failed. The end of the message
/// may be cut off.
pub(super) fn is_about_the_form(message: &str) -> bool {
    const BEGINNINGS: [&str; 3] = [
        "async def functions are not natively",
        "Defining 'pytest_plugins' in a non-top-level conftest",
        "Marks cannot be applied to fixtures",
    ];
    const PARTS: [&str; 4] = [
        "' requested an async fixture '",
        "\" called directly. ",
        ": in \"parametrize\" ",
        " not found in `markers`",
    ];
    BEGINNINGS.iter().any(|beginning| message.starts_with(beginning))
        || PARTS.iter().any(|part| message.contains(part))
}

/// The test named by a progress line of `-v`: `tests/test_a.py::test_b FAILED  [ 50%]`, and with xdist
/// `[gw0] [ 50%] FAILED tests/test_a.py::test_b`.
pub(super) fn progress_node(line: &str) -> Option<&str> {
    let after = line
        .split_once("%] FAILED ")
        .or_else(|| line.split_once("%] ERROR "));
    let node = match after {
        Some((_, node)) => node,
        None => {
            line.split_once(" FAILED ")
                .or_else(|| line.split_once(" ERROR "))?
                .0
        }
    };
    let node = node.trim();
    (node.contains("::") && is_node(node)).then_some(node)
}

/// The text after `SUBFAILED[message] (i=1) `.
fn after_subtest(line: &str) -> Option<&str> {
    let line = line.strip_prefix("SUBFAIL")?;
    let separator = line.find("::")?;
    let start = line[..separator].rfind(' ')?;
    Some(&line[start + 1..])
}

/// Splits at the first ` - ` that is not within a parameter's brackets.
fn split_node(text: &str) -> (&str, &str) {
    const SEPARATOR: &str = " - ";
    let (mut from, mut depth) = (0, 0);
    for (at, _) in text.match_indices(SEPARATOR) {
        for bracket in text[from..at].bytes() {
            depth += i32::from(bracket == b'[') - i32::from(bracket == b']');
        }
        if depth == 0 {
            return (&text[..at], &text[at + SEPARATOR.len()..]);
        }
        from = at;
    }
    (text.trim_end(), "")
}

fn is_node(text: &str) -> bool {
    let file = text.split("::").next().unwrap_or(text);
    !file.starts_with(' ') && (text.contains("::") || file.ends_with(".py") || file.ends_with(".txt"))
}

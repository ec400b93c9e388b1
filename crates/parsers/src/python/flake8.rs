//! flake8, and the checkers it runs when they are run by themselves.

use unbreak_core::{
    Descriptor, Diagnostic, ErrorParser, ErrorType, Example, Line, ParserState, Severity, register_parser,
};

use super::{describe, lint};
use crate::each_line::EachLine;
use crate::place::Place;

register_parser!(Flake8);

const DOCS: &str = r#"
## What it understands

The default format of flake8, pycodestyle and pylama (`shop.py:1:8: F401 'os' imported but unused`), and
pyflakes' messages, which have no code. `E` and `F` codes are errors, others warnings, and so is `F401`.
Code that does not parse (`E999`, `E901`) is a fatal syntax error.

## Versions seen

flake8 7.5, pycodestyle 2.15, pyflakes 3.5, pylama 8.
"#;

static EXAMPLES: [Example; 2] = [
    Example::new(
        "a name that is not defined",
        "./shop.py:9:16: F821 undefined name 'totl'\n",
        r#"[{"type": "lint", "severity": "error", "code": "F821", "message": "undefined name 'totl'",
             "file": "./shop.py", "line": 9, "column": 16}]"#,
    ),
    Example::new(
        "the same from pyflakes",
        "./shop.py:9:16: undefined name 'totl'\n",
        r#"[{"type": "lint", "severity": "error", "message": "undefined name 'totl'", "line": 9}]"#,
    ),
];

static DESCRIPTOR: Descriptor = describe("flake8", "flake8, pycodestyle and pyflakes", DOCS, &EXAMPLES);

/// The beginnings of pyflakes' messages (its `messages.py`); those that begin with a name follow a quote.
const PYFLAKES: [&str; 14] = [
    "undefined name ",
    "local variable ",
    "redefinition of ",
    "import ",
    "f-string is missing ",
    "list comprehension redefines ",
    "dictionary key ",
    "unable to detect undefined names",
    "duplicate argument ",
    "future feature not defined",
    "use ==/!= to compare",
    "assertion is always true",
    "comparison to ",
    "t-string is missing ",
];

/// The parser.
struct Flake8;

impl ErrorParser for Flake8 {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn triggers(&self) -> &[&str] {
        &[".py:", ".pyi:", ".pyw:", "stdin:"]
    }

    /// Before parsers of the same shape that do not know Python's files.
    fn priority(&self) -> i32 {
        2
    }

    fn start(&self) -> Box<dyn ParserState> {
        Box::new(EachLine(finding))
    }
}

fn finding(line: &Line<'_>) -> Option<Diagnostic> {
    let place = Place::parse(line.text)?;
    place.column?;
    let text = place.message()?;
    let diagnostic = match lint::split_code(text) {
        Some((code, message)) => coded(code, message),
        None => uncoded(text)?,
    };
    Some(diagnostic.at(place.location()))
}

fn coded(code: &str, message: &str) -> Diagnostic {
    let mut diagnostic = lint::diagnostic(code, message);
    let grave = code.starts_with(['E', 'F']) && code != "F401";
    if !grave {
        diagnostic.severity = Severity::Warning;
    }
    diagnostic
}

/// A message of pyflakes.
fn uncoded(text: &str) -> Option<Diagnostic> {
    let about_name = text.starts_with('\'') || text.starts_with('"');
    if !about_name && !PYFLAKES.iter().any(|start| text.starts_with(start)) {
        return None;
    }
    let severity = if text.ends_with("imported but unused") {
        Severity::Warning
    } else {
        Severity::Error
    };
    Some(Diagnostic::new(ErrorType::Lint, severity, text))
}

//! isort, when it only checks.

use unbreak_core::{
    Descriptor, Diagnostic, ErrorParser, ErrorType, Example, Line, Location, ParserState, Severity,
    register_parser,
};

use super::describe;
use crate::each_line::EachLine;

register_parser!(Isort);

const DOCS: &str = r#"
## What it understands

`isort --check`: the files whose imports it would sort.

## Versions seen

isort 5.13 and 9.0.
"#;

static EXAMPLES: [Example; 1] = [Example::new(
    "a file whose imports are not sorted",
    "ERROR: /home/dev/project/shop.py Imports are incorrectly sorted and/or formatted.\n",
    r#"[{"type": "lint", "severity": "error", "code": "unsorted-imports",
         "message": "imports are incorrectly sorted and/or formatted", "file": "/home/dev/project/shop.py"}]"#,
)];

static DESCRIPTOR: Descriptor = describe("isort", "isort --check", DOCS, &EXAMPLES);

const COMPLAINT: &str = " Imports are incorrectly sorted";

/// The parser.
struct Isort;

impl ErrorParser for Isort {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn triggers(&self) -> &[&str] {
        &[COMPLAINT]
    }

    fn start(&self) -> Box<dyn ParserState> {
        Box::new(EachLine(complaint))
    }
}

fn complaint(line: &Line<'_>) -> Option<Diagnostic> {
    let (file, _) = line.text.strip_prefix("ERROR: ")?.split_once(COMPLAINT)?;
    let message = "imports are incorrectly sorted and/or formatted";
    let diagnostic = Diagnostic::new(ErrorType::Lint, Severity::Error, message);
    Some(diagnostic.with_code("unsorted-imports").at(Location::file(file)))
}

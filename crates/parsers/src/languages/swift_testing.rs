//! Swift Testing.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[" recorded an issue"]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`Test adds() recorded an issue at ShopTests.swift:5:6: Expectation failed: 2 == 3`.

## Versions seen

Swift 6, from its documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::of(
    ErrorType::Assertion,
    r"^\S+ +Test (?<test>\S.*?) recorded an issue(?: with .+?)? at {file}:{line}:{column}: {message}$",
)];

static EXAMPLES: [Example; 1] = [Example::new(
    "an expectation that failed",
    r#"✘ Test adds() recorded an issue at ShopTests.swift:5:6: Expectation failed: 2 == 3
✘ Test adds() failed after 0.001 seconds with 1 issue.
"#,
    r#"[{"type": "assertion", "severity": "error", "file": "ShopTests.swift", "line": 5, "column": 6, "test": "adds()", "message": "Expectation failed: 2 == 3"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "swift-testing",
    "Swift Testing",
    DOCS,
    &[Cow::Borrowed("swift")],
    &EXAMPLES,
);

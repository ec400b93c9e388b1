//! mandoc: manual pages.

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["mandoc: "]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`mandoc: shop.1:3:2: ERROR: skipping unknown macro: FOO`; style and what a system's conventions want are remarks.

## Versions seen

mandoc 1.14, from its documentation; 1.14.6.
"#;

static WORDS: [(&str, Severity); 3] = [
    ("BASE", Severity::Info),
    ("UNSUPP", Severity::Warning),
    ("BADARG", Severity::Error),
];

static LINES: [Pattern; 1] =
    [Pattern::lint(r"^mandoc: {file}:{line}:{column}: (?<severity>[A-Z]+): {message}$").words(&WORDS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "two findings",
    r#"mandoc: shop.1:3:2: ERROR: skipping unknown macro: FOO
mandoc: shop.1:9:1: STYLE: whitespace at end of input line
"#,
    r#"[{"type": "lint", "severity": "error", "file": "shop.1", "line": 3, "column": 2, "message": "skipping unknown macro: FOO"}, {"severity": "info", "line": 9}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor("mandoc", "mandoc: manual pages", DOCS, &[], &EXAMPLES);

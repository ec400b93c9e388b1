//! quick-lint-js, for Vim and Emacs.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Field, Grammar, Records},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["\"qflist\""]).records(&RECORDS));

const DOCS: &str = r#"
## What it understands

`--output-format=vim-qflist-json`. What it prints for people is in the common shape.

## Versions seen

quick-lint-js 2 and 3, from their documentation.
"#;

static FIELDS: [(Field, &str); 7] = [
    (Field::Line, "lnum"),
    (Field::Column, "col"),
    (Field::EndLine, "end_lnum"),
    (Field::LastColumn, "end_col"),
    (Field::Severity, "type"),
    (Field::Code, "nr"),
    (Field::Message, "text"),
];

static RECORDS: [Records; 1] = [Records::lint("qflist.*", &FIELDS).needing(&["lnum", "text"])];

static EXAMPLES: [Example; 1] = [Example::new(
    "an error",
    r#"{"qflist": [{"col": 5, "lnum": 2, "end_col": 9, "end_lnum": 2, "type": "E", "nr": "E0057", "vcol": 0, "text": "use of undeclared variable: totl"}]}
"#,
    r#"[{"type": "lint", "severity": "error", "code": "E0057", "line": 2, "column": 5, "end_column": 10}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "quick-lint-js",
    "quick-lint-js, for Vim and Emacs",
    DOCS,
    &[Cow::Borrowed("javascript")],
    &EXAMPLES,
);

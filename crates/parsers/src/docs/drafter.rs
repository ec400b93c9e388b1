//! Drafter: API Blueprint.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["warning: (", "error: ("]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`warning: (3)  message; line 3, column 5 - line 3, column 9`.

## Versions seen

Drafter 3 to 5, from its documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(
    r"^(?<severity>warning|error): \((?<code>\d+)\)  {message}(?:; line {line}, column {column}(?:k\d+)?(?: - line {end_line}, column {last_column})?(?:; .*)?)$",
)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a warning",
    "warning: (3)  action is missing parameter definitions for 'limit'; line 30, column 5 - line 30, column 22\n",
    r#"[{"type": "lint", "severity": "warning", "code": "3", "line": 30, "column": 5, "end_line": 30}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "drafter",
    "Drafter: API Blueprint",
    DOCS,
    &[Cow::Borrowed("apiblueprint")],
    &EXAMPLES,
);

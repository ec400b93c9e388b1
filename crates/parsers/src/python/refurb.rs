//! Refurb.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["[FURB"]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`FILE:3:5 [FURB123]: message`.

## Versions seen

Refurb 2.3; 1 from its documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(
    r"^{file}:{line}:{column} \[(?<code>FURB\d+)\]: {message}$",
)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a finding",
    "shop.py:3:5 [FURB123]: Replace `list(x)` with `x.copy()`\n",
    r#"[{"type": "lint", "severity": "warning", "code": "FURB123", "line": 3, "column": 5}]"#,
)];

static DESCRIPTOR: Descriptor =
    format::descriptor("refurb", "Refurb", DOCS, &[Cow::Borrowed("python")], &EXAMPLES);

//! Phan, in text.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[" Phan"]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`FILE:12 PhanRule message`. Its JSON is read by the names of its fields.

## Versions seen

Phan 5, from its documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::of(
    ErrorType::Type,
    r"^{file}:{line}(?::{column})? (?<code>Phan\w+) {message}$",
)
.broken(&["PhanSyntaxError"])];

static EXAMPLES: [Example; 1] = [Example::new(
    "a finding",
    "src/Shop.php:12 PhanUndeclaredVariable Variable $totl is undeclared\n",
    r#"[{"type": "type", "severity": "error", "code": "PhanUndeclaredVariable", "line": 12, "message": "Variable $totl is undeclared"}]"#,
)];

static DESCRIPTOR: Descriptor =
    format::descriptor("phan", "Phan, in text", DOCS, &[Cow::Borrowed("php")], &EXAMPLES);

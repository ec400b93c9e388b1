//! Pyre.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[".py:", ".pyi:"]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`FILE:3:4 Incompatible return type [7]: message`; the number is the code, and columns count from 0.

## Versions seen

Pyre 0.9, from its documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::of(
    ErrorType::Type,
    r"^{file}:{line}:{column} (?<message>[A-Z][\w' -]+ \[(?<code>\d{1,3})\]: .+)$",
)
.columns_from_zero()
.broken(&["Parsing failure"])];

static EXAMPLES: [Example; 1] = [Example::new(
    "a type that does not fit",
    r#"src/shop.py:12:4 Incompatible return type [7]: Expected `int` but got `str`.
"#,
    r#"[{"type": "type", "severity": "error", "code": "7", "file": "src/shop.py", "line": 12, "column": 5}]"#,
)];

static DESCRIPTOR: Descriptor =
    format::descriptor("pyre", "Pyre", DOCS, &[Cow::Borrowed("python")], &EXAMPLES);

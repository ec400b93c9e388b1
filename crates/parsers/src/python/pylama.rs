//! Pylama.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            " [E] ", " [W] ", " [C] ", " [R] ", " [D] ", " [F] ", " [N] ", " [I] "
        ]
    )
    .lines(&LINES)
);

const DOCS: &str = r#"
## What it understands

`FILE:3:5: [E] E302 message [pycodestyle]`: the severity's letter, the rule, and the linter that Pylama ran.

## Versions seen

Pylama 7 and 8, from their documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(
    r"^{file}:{line}:{column}:? \[(?<severity>[A-Z])\] (?:(?<code>[A-Z]+\d+):? )?{message} \[[\w-]+\]$",
)
.broken(&["E999", "E0001", "SyntaxError"])];

static EXAMPLES: [Example; 1] = [Example::new(
    "a finding",
    r#"shop.py:3:1: [E] E302 expected 2 blank lines, found 1 [pycodestyle]
"#,
    r#"[{"type": "lint", "severity": "error", "code": "E302", "file": "shop.py", "line": 3, "column": 1, "message": "expected 2 blank lines, found 1"}]"#,
)];

static DESCRIPTOR: Descriptor =
    format::descriptor("pylama", "Pylama", DOCS, &[Cow::Borrowed("python")], &EXAMPLES);

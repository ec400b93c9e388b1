//! slim-lint, haml-lint and scss-lint.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[" [W] ", " [E] "]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`FILE:16 [W] Linter: message`, perhaps with a column.

## Versions seen

slim-lint 0.20, haml-lint 0.40, from their documentation.
"#;

static LINES: [Pattern; 1] =
    [
        Pattern::lint(r"^{file}:{line}(?::{column})? \[(?<severity>[WE])\] (?:(?<code>\w+): )?{message}$")
            .broken(&["Syntax"]),
    ];

static EXAMPLES: [Example; 1] = [Example::new(
    "a finding",
    "app/views/layouts/application.html.slim:16 [W] LineLength: Line is too long. [82/80]\n",
    r#"[{"type": "lint", "severity": "warning", "code": "LineLength", "line": 16, "message": "Line is too long. [82/80]"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "slim-lint",
    "slim-lint, haml-lint and scss-lint",
    DOCS,
    &[Cow::Borrowed("slim"), Cow::Borrowed("haml")],
    &EXAMPLES,
);

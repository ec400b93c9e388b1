//! PyMarkdown.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &[": MD0", ": PML"])
        .priority(6)
        .lines(&LINES)
);

const DOCS: &str = r#"
## What it understands

`FILE:9:1: MD013: message (line-length)`.

## Versions seen

PyMarkdown 0.9.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(
    r"^{file}:{line}:{column}: (?<code>(?:MD|PML)\d{3}): {message}(?: \([a-z, -]+\))?$",
)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a finding",
    "README.md:9:1: MD013: Line length [Expected: 80, Actual: 95] (line-length)\n",
    r#"[{"type": "lint", "severity": "warning", "code": "MD013", "line": 9, "column": 1, "message": "Line length [Expected: 80, Actual: 95]"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "pymarkdown",
    "PyMarkdown",
    DOCS,
    &[Cow::Borrowed("markdown")],
    &EXAMPLES,
);

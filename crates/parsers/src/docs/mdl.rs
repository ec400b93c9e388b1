//! mdl (markdownlint for Ruby).

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[": MD0"]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`FILE:3: MD012 message`. Its JSON is read by the names of its fields.

## Versions seen

mdl 0.5 to 0.13, from its documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(r"^{file}:{line}: (?<code>MD\d{3}) {message}$")];

static EXAMPLES: [Example; 1] = [Example::new(
    "a finding",
    "README.md:3: MD012 Multiple consecutive blank lines\n",
    r#"[{"type": "lint", "severity": "warning", "code": "MD012", "line": 3}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "mdl",
    "mdl (markdownlint for Ruby)",
    DOCS,
    &[Cow::Borrowed("markdown")],
    &EXAMPLES,
);

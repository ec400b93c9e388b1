//! protolint.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[".proto:"]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`[api.proto:1:1] message`, as the plain reporter writes it.

## Versions seen

protolint 0.30 to 0.50, from its documentation.
"#;

static LINES: [Pattern; 1] =
    [Pattern::lint(r"^\[{file}:{line}:{column}\] {message}$").severity(Severity::Error)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a finding",
    r#"[api.proto:11:5] Found an incorrect indentation style "    ". "  " is correct.
"#,
    r#"[{"type": "lint", "severity": "error", "file": "api.proto", "line": 11, "column": 5}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "protolint",
    "protolint",
    DOCS,
    &[Cow::Borrowed("protobuf")],
    &EXAMPLES,
);

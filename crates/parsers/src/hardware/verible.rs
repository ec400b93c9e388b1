//! Verible's linter and parser.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["[Style: ", "syntax error at token"]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`a.sv:3:5-9: message [Style: topic] [rule]`, and `a.sv:3:5: syntax error at token "x"`.

## Versions seen

Verible 0.0 of 2021 to 2024, from its documentation.
"#;

static LINES: [Pattern; 2] = [
    Pattern::lint(
        r"^{file}:{line}:{column}(?:-{last_column})?: {message} \[Style: [^\]]+\] \[(?<code>[a-z-]+)\].*$",
    ),
    Pattern::syntax("^{file}:{line}:{column}(?:-{last_column})?: (?<message>syntax error at token .+)$"),
];

static EXAMPLES: [Example; 1] = [Example::new(
    "a finding",
    "a.sv:3:1-10: Explicitly define a default storage type. [Style: constants] [explicit-parameter-storage-type]\n",
    r#"[{"type": "lint", "severity": "warning", "code": "explicit-parameter-storage-type", "line": 3, "column": 1, "end_column": 11}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "verible",
    "Verible's linter and parser",
    DOCS,
    &[Cow::Borrowed("systemverilog")],
    &EXAMPLES,
);

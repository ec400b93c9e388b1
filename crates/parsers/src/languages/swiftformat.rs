//! SwiftFormat --lint.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[".swift:"]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`FILE:3:1: warning: (rule) message`.

## Versions seen

SwiftFormat 0.40 to 0.55, from its documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(
    r"^{file}:{line}:{column}: (?<severity>warning|error): \((?<code>[a-zA-Z]+)\) {message}$",
)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a finding",
    r#"/home/dev/project/Shop.swift:3:1: warning: (indent) Indent code in accordance with the scope level.
"#,
    r#"[{"type": "lint", "severity": "warning", "code": "indent", "line": 3, "column": 1}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "swiftformat",
    "SwiftFormat --lint",
    DOCS,
    &[Cow::Borrowed("swift")],
    &EXAMPLES,
);

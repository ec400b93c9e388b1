//! SwiftLint.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[" Violation: "]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`A.swift:3:5: warning: Line Length Violation: message (line_length)`. What the Swift compiler says has
clang's shape.

## Versions seen

SwiftLint 0.30 to 0.57, from its documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(
    r"^{file}:{line}(?::{column})?: (?<severity>warning|error): {message} \((?<code>[a-z]\w+)\)$",
)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a finding",
    "/home/dev/project/Shop.swift:3:81: warning: Line Length Violation: Line should be 120 characters or less; currently it has 140 characters (line_length)\n",
    r#"[{"type": "lint", "severity": "warning", "code": "line_length", "line": 3, "column": 81}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "swiftlint",
    "SwiftLint",
    DOCS,
    &[Cow::Borrowed("swift")],
    &EXAMPLES,
);

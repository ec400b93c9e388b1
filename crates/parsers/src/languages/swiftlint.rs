//! SwiftLint.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &[" Violation: ", "⚠️ Line ", "⛔️ Line "])
        .lines(&LINES)
        .listings(&LISTINGS)
);

const DOCS: &str = r#"
## What it understands

`A.swift:3:5: warning: Line Length Violation: message (line_length)`. What the Swift compiler says has
clang's shape. The format `emoji`: `⛔️ Line 3: message` below the file's name.

## Versions seen

SwiftLint 0.30 to 0.57, from its documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(
    r"^{file}:{line}(?::{column})?: (?<severity>warning|error): {message} \((?<code>[a-z]\w+)\)$",
)];

static ROWS: [Pattern; 1] = [Pattern::lint(r"^(?<severity>⚠️|⛔️) Line {line}: {message}$")
    .words(&[("⚠️", Severity::Warning), ("⛔️", Severity::Error)])];

static LISTINGS: [Listing; 1] = [Listing::new(r"^(?<file>\S.*\.swift)$", &ROWS)];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "emoji",
        "Shop.swift\n⛔️ Line 3: Force casts should be avoided\n⚠️ Line 8: Line should be 120 characters or less\n",
        r#"[{"severity": "error", "file": "Shop.swift", "line": 3}, {"severity": "warning", "file": "Shop.swift", "line": 8}]"#,
    ),
    Example::new(
        "a finding",
        "/home/dev/project/Shop.swift:3:81: warning: Line Length Violation: Line should be 120 characters or less; currently it has 140 characters (line_length)\n",
        r#"[{"type": "lint", "severity": "warning", "code": "line_length", "line": 3, "column": 81}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "swiftlint",
    "SwiftLint",
    DOCS,
    &[Cow::Borrowed("swift")],
    &EXAMPLES,
);

//! podchecker.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["*** ERROR: ", "*** WARNING: "]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`*** ERROR: Unknown directive: =foo at line 3 in file shop.pod`.

## Versions seen

Pod::Checker 1.60 to 1.77, from its documentation; 1.74.
"#;

static LINES: [Pattern; 2] = [
    Pattern::lint(r"^\*\*\* (?<severity>ERROR|WARNING): {message} at line {line} in file (?<file>\S.*)$"),
    Pattern::lint(r"^\*\*\* (?<severity>ERROR|WARNING): {message} at line EOF in file (?<file>\S.*)$"),
];

static EXAMPLES: [Example; 1] = [Example::new(
    "two findings",
    r#"*** ERROR: Unknown directive: =foo at line 3 in file shop.pod
*** WARNING: empty section in previous paragraph at line 9 in file shop.pod
"#,
    r#"[{"type": "lint", "severity": "error", "file": "shop.pod", "line": 3, "message": "Unknown directive: =foo"}, {"severity": "warning", "line": 9}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "podchecker",
    "podchecker",
    DOCS,
    &[Cow::Borrowed("perl")],
    &EXAMPLES,
);

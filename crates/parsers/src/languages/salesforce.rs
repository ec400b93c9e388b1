//! Salesforce's command line: what cannot be deployed.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &[".cls", ".trigger", ".page", ".component", ".cmp"])
        .confirmed_by(stands_alone)
        .lines(&LINES)
);

/// Whether blanks or a colon follow the file.
fn stands_alone(output: &[u8], end: usize) -> bool {
    matches!(output.get(end), Some(b' ' | b':'))
}

const DOCS: &str = r#"
## What it understands

The rows of `PROJECT PATH  ERROR`, `FILE  message (12:5)`, and `FILE: message (12:5)`.

## Versions seen

sfdx 7 and sf 2, from their documentation.
"#;

static LINES: [Pattern; 2] = [
    Pattern::compiler(
        r"^(?:Error +)?(?:\w+ +)?(?<file>\S+\.(?:cls|trigger|page|component|cmp))(?:-meta\.xml)? {2,}{message} \({line}:{column}\) *$",
    ),
    Pattern::compiler(r"^(?<file>\S+\.(?:cls|trigger|page|component|cmp)): {message} \({line}:{column}\)$"),
];

static EXAMPLES: [Example; 1] = [Example::new(
    "a class",
    "=== Component Failures [1]\nTYPE   FILE                        PROBLEM\n─────  ──────────────────────────  ─────────────────────\nError  force-app/main/Shop.cls     Variable does not exist: total (12:5)\n",
    r#"[{"severity": "error", "file": "force-app/main/Shop.cls", "line": 12, "column": 5, "message": "Variable does not exist: total"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "salesforce",
    "Salesforce's command line",
    DOCS,
    &[Cow::Borrowed("apex")],
    &EXAMPLES,
);

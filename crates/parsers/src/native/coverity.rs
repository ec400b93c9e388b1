//! Coverity, in text.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["  Type: "]).listings(&LISTINGS));

const DOCS: &str = r#"
## What it understands

A place on a line of its own, and below it `Type: Resource leak (RESOURCE_LEAK)`. The events that lead to a defect
are not read.

## Versions seen

Coverity 2018 to 2023, from its documentation.
"#;

static ROWS: [Pattern; 1] = [Pattern::lint(
    r"^  Type: {message} \((?<code>[A-Z][A-Z0-9_.]+)\)$",
)];

static LISTINGS: [Listing; 1] = [Listing::new(r"^{file}:{line}:$", &ROWS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a defect",
    r#"/home/dev/project/shop.c:12:
  Type: Resource leak (RESOURCE_LEAK)
"#,
    r#"[{"type": "lint", "severity": "warning", "code": "RESOURCE_LEAK", "file": "/home/dev/project/shop.c", "line": 12, "message": "Resource leak"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "coverity",
    "Coverity, in text",
    DOCS,
    &[Cow::Borrowed("c"), Cow::Borrowed("cpp"), Cow::Borrowed("java")],
    &EXAMPLES,
);

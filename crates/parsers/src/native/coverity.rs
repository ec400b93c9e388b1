//! Coverity, in text and JSON.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Field, Grammar, Listing, Pattern, Records},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &["  Type: ", "\"mainEventFilePathname\""])
        .listings(&LISTINGS)
        .records(&RECORDS)
);

const DOCS: &str = r#"
## What it understands

A place on a line of its own, and below it `Type: Resource leak (RESOURCE_LEAK)`. The events that lead to a defect
are not read. The JSON of `cov-format-errors --json-output-v*`, with the description of the first event.

## Versions seen

Coverity 2018 to 2023, from its documentation.
"#;

static ROWS: [Pattern; 1] = [Pattern::lint(
    r"^  Type: {message} \((?<code>[A-Z][A-Z0-9_.]+)\)$",
)];

static LISTINGS: [Listing; 1] = [Listing::new(r"^{file}:{line}:$", &ROWS)];

static FIELDS: [(Field, &str); 5] = [
    (Field::File, "mainEventFilePathname"),
    (Field::Line, "mainEventLineNumber"),
    (Field::Severity, "checkerProperties.impact"),
    (Field::Code, "checkerName"),
    (Field::Message, "events.0.eventDescription"),
];

static RECORDS: [Records; 1] = [Records::lint("issues.*", &FIELDS).needing(&[
    "checkerName",
    "mainEventFilePathname",
    "mainEventLineNumber",
])];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "JSON",
        r#"{"type":"Coverity issues","formatVersion":7,"issues":[{"checkerName":"FORWARD_NULL","mainEventFilePathname":"/home/dev/project/shop.c","mainEventLineNumber":12,"events":[{"eventDescription":"Dereferencing null pointer \"p\".","eventTag":"var_deref_op","lineNumber":12,"main":true}],"checkerProperties":{"impact":"High"}}]}
"#,
        r#"[{"type": "lint", "severity": "error", "code": "FORWARD_NULL", "file": "/home/dev/project/shop.c", "line": 12, "message": "Dereferencing null pointer \"p\"."}]"#,
    ),
    Example::new(
        "a defect",
        r#"/home/dev/project/shop.c:12:
  Type: Resource leak (RESOURCE_LEAK)
"#,
        r#"[{"type": "lint", "severity": "warning", "code": "RESOURCE_LEAK", "file": "/home/dev/project/shop.c", "line": 12, "message": "Resource leak"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "coverity",
    "Coverity, in text and JSON",
    DOCS,
    &[Cow::Borrowed("c"), Cow::Borrowed("cpp"), Cow::Borrowed("java")],
    &EXAMPLES,
);

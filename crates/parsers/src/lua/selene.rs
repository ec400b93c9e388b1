//! Selene, in JSON and its quiet format.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Field, Grammar, Records},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["\"primary_label\""]).records(&RECORDS));

const DOCS: &str = r#"
## What it understands

The formats `json` and `json2`, which count lines and columns from 0. The format `quiet` begins with the place and
`rich` draws a frame, which other parsers read.

## Versions seen

Selene 0.20 to 0.28, from its sources.
"#;

static FIELDS: [(Field, &str); 8] = [
    (Field::File, "primary_label.filename"),
    (Field::Line, "primary_label.span.start_line"),
    (Field::Column, "primary_label.span.start_column"),
    (Field::EndLine, "primary_label.span.end_line"),
    (Field::EndColumn, "primary_label.span.end_column"),
    (Field::Severity, "severity"),
    (Field::Code, "code"),
    (Field::Message, "message"),
];

static RECORDS: [Records; 1] = [Records::lint("", &FIELDS)
    .needing(&["primary_label.span.start_line", "message"])
    .lines_from_zero()
    .columns_from_zero()
    .broken(&["parse_error"])];

static EXAMPLES: [Example; 1] = [Example::new(
    "JSON",
    r#"{"severity":"Warning","code":"unused_variable","message":"total is assigned a value, but never used","primary_label":{"filename":"lib/shop.lua","span":{"start":3,"start_line":7,"start_column":6,"end":8,"end_line":7,"end_column":11},"message":""},"notes":[],"secondary_labels":[]}
"#,
    r#"[{"type": "lint", "severity": "warning", "code": "unused_variable", "file": "lib/shop.lua", "line": 8, "column": 7, "end_column": 12}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "selene",
    "Selene, in JSON and its quiet format",
    DOCS,
    &[Cow::Borrowed("lua")],
    &EXAMPLES,
);

//! Prospector, in JSON.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Field, Grammar, Records},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["\"messages\""]).records(&RECORDS));

const DOCS: &str = r#"
## What it understands

`--output-format json`: `messages`, with the tool's name, its code and the place.

## Versions seen

Prospector 1, from its documentation.
"#;

static FIELDS: [(Field, &str); 5] = [
    (Field::File, "location.path"),
    (Field::Line, "location.line"),
    (Field::Column, "location.character"),
    (Field::Code, "code"),
    (Field::Message, "message"),
];

static RECORDS: [Records; 1] = [Records::lint("messages.*", &FIELDS)
    .needing(&["location.line", "source"])
    .severity(Severity::Error)
    .columns_from_zero()];

static EXAMPLES: [Example; 1] = [Example::new(
    "JSON",
    r#"{"summary":{},"messages":[{"source":"pylint","code":"bad-indentation","location":{"path":"shop.py","module":"shop","function":null,"line":2,"character":0},"message":"Bad indentation. Found 2 spaces, expected 4"}]}
"#,
    r#"[{"type": "lint", "severity": "error", "code": "bad-indentation", "file": "shop.py", "line": 2, "column": 1}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "prospector",
    "Prospector, in JSON",
    DOCS,
    &[Cow::Borrowed("python")],
    &EXAMPLES,
);

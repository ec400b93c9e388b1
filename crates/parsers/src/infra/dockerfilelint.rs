//! dockerfile_lint, in JSON.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Field, Grammar, Records},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["\"lineContent\""]).records(&RECORDS));

const DOCS: &str = r#"
## What it understands

The format `json`: errors, warnings and remarks, each in a list of its own.

## Versions seen

dockerfile_lint 0.3, from its documentation.
"#;

static FIELDS: [(Field, &str); 3] = [
    (Field::Line, "line"),
    (Field::Severity, "level"),
    (Field::Message, "message"),
];

static RECORDS: [Records; 1] = [Records::lint("*.data.*", &FIELDS).needing(&["lineContent", "level"])];

static EXAMPLES: [Example; 1] = [Example::new(
    "a missing label",
    r#"{"error":{"count":1,"data":[{"message":"Required LABEL name/key 'Name' is not defined","line":-1,"level":"error","lineContent":""}]},"warn":{"count":1,"data":[{"message":"No 'USER' instruction","line":3,"level":"warn","lineContent":"RUN a"}]},"info":{"count":0,"data":[]}}
"#,
    r#"[{"type": "lint", "severity": "error"}, {"severity": "warning", "line": 3}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "dockerfilelint",
    "dockerfile_lint, in JSON",
    DOCS,
    &[Cow::Borrowed("dockerfile")],
    &EXAMPLES,
);

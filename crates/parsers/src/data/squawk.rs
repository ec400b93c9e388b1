//! Squawk.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Field, Grammar, Records},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["\"rule_name\""]).records(&RECORDS));

const DOCS: &str = r#"
## What it understands

Squawk's JSON. Its text for people is rustc's and is read as such.

## Versions seen

Squawk 1 and 2.
"#;

static NOTED: [(Field, &str); 6] = [
    (Field::File, "file"),
    (Field::Line, "line"),
    (Field::Column, "column"),
    (Field::Severity, "level"),
    (Field::Code, "rule_name"),
    (Field::Message, "messages.0.Note"),
];

static SAID: [(Field, &str); 7] = [
    (Field::File, "file"),
    (Field::Line, "line"),
    (Field::Column, "column"),
    (Field::Severity, "level"),
    (Field::Code, "rule_name"),
    (Field::Message, "message"),
    (Field::Advice, "help"),
];

static RECORDS: [Records; 2] = [
    Records::lint("*", &NOTED).needing(&["rule_name", "messages.0.Note"]),
    Records::lint("*", &SAID)
        .needing(&["rule_name", "message", "level"])
        .broken(&["syntax-error"]),
];

static EXAMPLES: [Example; 1] = [Example::new(
    "JSON of version 1",
    r#"[{"file":"shop.sql","line":2,"column":5,"level":"Warning","messages":[{"Note":"Requires a lock"},{"Help":"Use x"}],"rule_name":"adding-field-with-default"}]
"#,
    r#"[{"severity": "warning", "code": "adding-field-with-default", "file": "shop.sql", "line": 2, "message": "Requires a lock"}]"#,
)];

static DESCRIPTOR: Descriptor =
    format::descriptor("squawk", "Squawk", DOCS, &[Cow::Borrowed("sql")], &EXAMPLES);

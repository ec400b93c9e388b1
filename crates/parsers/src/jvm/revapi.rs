//! Revapi, in JSON.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Field, Grammar, Records},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["\"classification\""]).records(&RECORDS));

const DOCS: &str = r#"
## What it understands

Differences between two versions of an interface; what breaks nobody is a remark.

## Versions seen

Revapi 0.9 to 0.15, from its documentation.
"#;

static WORDS: [(&str, Severity); 4] = [
    ("BREAKING", Severity::Error),
    ("POTENTIALLY_BREAKING", Severity::Warning),
    ("NON_BREAKING", Severity::Info),
    ("EQUIVALENT", Severity::Info),
];

static FIELDS: [(Field, &str); 5] = [
    (Field::Code, "code"),
    (Field::Message, "description"),
    (Field::Severity, "classification.SOURCE"),
    (Field::Severity, "classification.BINARY"),
    (Field::Severity, "classification.SEMANTIC"),
];

static RECORDS: [Records; 1] = [Records::lint("*", &FIELDS)
    .needing(&["code", "classification", "description"])
    .words(&WORDS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a class that is gone",
    r#"[{"code":"java.class.removed","old":"class shop.Cart","new":null,"name":"class removed","description":"Class was removed.","classification":{"SOURCE":"BREAKING","BINARY":"BREAKING"},"attachments":{"package":"shop"}}]
"#,
    r#"[{"type": "lint", "severity": "error", "code": "java.class.removed", "message": "Class was removed."}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "revapi",
    "Revapi, in JSON",
    DOCS,
    &[Cow::Borrowed("java")],
    &EXAMPLES,
);

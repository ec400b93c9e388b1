//! Trivy: misconfigurations, in JSON.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Field, Grammar, Records},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["\"Misconfigurations\""]).records(&RECORDS));

const DOCS: &str = r#"
## What it understands

`trivy config --format json`: the misconfigurations of each target, with the lines that cause them.

## Versions seen

Trivy 0.50, from its documentation.
"#;

static FIELDS: [(Field, &str); 7] = [
    (Field::Severity, "Severity"),
    (Field::Code, "ID"),
    (Field::Message, "Message"),
    (Field::Advice, "Resolution"),
    (Field::File, "Target"),
    (Field::Line, "CauseMetadata.StartLine"),
    (Field::EndLine, "CauseMetadata.EndLine"),
];

static RECORDS: [Records; 1] =
    [Records::lint("Results.*.Misconfigurations.*", &FIELDS).needing(&["ID", "Message"])];

static EXAMPLES: [Example; 1] = [Example::new(
    "a finding",
    r#"{"SchemaVersion":2,"Results":[{"Target":"Dockerfile","Class":"config","Misconfigurations":[{"ID":"DS002","Title":"Image user should not be root","Message":"Specify at least 1 USER command","Resolution":"Add a USER","Severity":"HIGH","CauseMetadata":{"StartLine":3,"EndLine":3}}]}]}
"#,
    r#"[{"type": "lint", "severity": "error", "code": "DS002", "file": "Dockerfile", "line": 3, "message": "Specify at least 1 USER command"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "trivy",
    "Trivy: misconfigurations, in JSON",
    DOCS,
    &[Cow::Borrowed("dockerfile"), Cow::Borrowed("terraform")],
    &EXAMPLES,
);

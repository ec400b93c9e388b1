//! The security reports of GitLab: static analysis, secrets, containers, dependencies.

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Field, Grammar, Records},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["\"vulnerabilities\""]).records(&RECORDS));

const DOCS: &str = r#"
## What it understands

`vulnerabilities` with `location.file`, `location.start_line` and `identifiers`, of which the first is the code.

## Versions seen

Versions 2 to 15 of the schema, from its documentation.
"#;

static FIELDS: [(Field, &str); 6] = [
    (Field::File, "location.file"),
    (Field::Line, "location.start_line"),
    (Field::EndLine, "location.end_line"),
    (Field::Severity, "severity"),
    (Field::Code, "identifiers.0.name"),
    (Field::Message, "name"),
];

static RECORDS: [Records; 1] =
    [Records::lint("vulnerabilities.*", &FIELDS).needing(&["location.file", "severity", "identifiers"])];

static EXAMPLES: [Example; 1] = [Example::new(
    "static analysis",
    r#"{"version":"15.0.0","vulnerabilities":[{"id":"1","category":"sast","name":"SQL injection","severity":"High","location":{"file":"shop.py","start_line":12,"end_line":14},"identifiers":[{"type":"cwe","name":"CWE-89","value":"89"}]}]}
"#,
    r#"[{"type": "lint", "severity": "error", "code": "CWE-89", "file": "shop.py", "line": 12, "end_line": 14, "message": "SQL injection"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "gitlab-security",
    "GitLab's security reports",
    DOCS,
    &[],
    &EXAMPLES,
);

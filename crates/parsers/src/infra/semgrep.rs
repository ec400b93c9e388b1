//! Semgrep, in JSON.

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Field, Grammar, Records},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["\"check_id\""]).records(&RECORDS));

const DOCS: &str = r#"
## What it understands

The format `json`: the findings, with both ends.

## Versions seen

Semgrep 1, from its documentation.
"#;

static FIELDS: [(Field, &str); 8] = [
    (Field::File, "path"),
    (Field::Line, "start.line"),
    (Field::Column, "start.col"),
    (Field::EndLine, "end.line"),
    (Field::EndColumn, "end.col"),
    (Field::Severity, "extra.severity"),
    (Field::Code, "check_id"),
    (Field::Message, "extra.message"),
];

static RECORDS: [Records; 1] = [Records::lint("results.*", &FIELDS).needing(&["check_id", "extra.message"])];

static EXAMPLES: [Example; 1] = [Example::new(
    "a finding",
    r#"{"version":"1.60.0","results":[{"check_id":"python.lang.security.audit.eval-detected","path":"app.py","start":{"line":3,"col":1,"offset":20},"end":{"line":3,"col":11,"offset":30},"extra":{"message":"Detected eval().","severity":"WARNING","metadata":{}}}],"errors":[]}
"#,
    r#"[{"type": "lint", "severity": "warning", "code": "python.lang.security.audit.eval-detected", "file": "app.py", "line": 3, "column": 1, "end_line": 3, "end_column": 11, "message": "Detected eval()."}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor("semgrep", "Semgrep, in JSON", DOCS, &[], &EXAMPLES);

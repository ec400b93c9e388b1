//! Veracode's pipeline scanner.

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Field, Grammar, Records},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["\"issue_type\""]).records(&RECORDS));

const DOCS: &str = r#"
## What it understands

`results.json`: flaws with the file and line in the source. Levels 4 and 5 are errors, 0 and 1 remarks.

## Versions seen

Pipeline scanner 20 to 24, from its documentation.
"#;

static LEVELS: [(&str, Severity); 6] = [
    ("5", Severity::Error),
    ("4", Severity::Error),
    ("3", Severity::Warning),
    ("2", Severity::Warning),
    ("1", Severity::Info),
    ("0", Severity::Info),
];

static FIELDS: [(Field, &str); 5] = [
    (Field::File, "files.source_file.file"),
    (Field::Line, "files.source_file.line"),
    (Field::Severity, "severity"),
    (Field::Code, "cwe_id"),
    (Field::Message, "issue_type"),
];

static RECORDS: [Records; 1] = [Records::lint("findings.*", &FIELDS)
    .needing(&["issue_type", "files.source_file"])
    .words(&LEVELS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a flaw",
    r#"{"findings":[{"title":"java.sql.Statement.execute","issue_id":1,"severity":4,"issue_type":"SQL Injection","cwe_id":"89","files":{"source_file":{"file":"com/shop/Cart.java","line":24,"function_name":"total"}}}]}
"#,
    r#"[{"type": "lint", "severity": "error", "code": "89", "file": "com/shop/Cart.java", "line": 24, "message": "SQL Injection"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "veracode-pipeline",
    "Veracode's pipeline scanner",
    DOCS,
    &[],
    &EXAMPLES,
);

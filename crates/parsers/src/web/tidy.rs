//! HTML Tidy.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[" column "]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`line 4 column 1 - Warning: message`; with `-gnu-emacs` the GNU shape.

## Versions seen

Tidy 5.6.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(
    "^line {line} column {column} - (?<severity>Warning|Error|Info|Access|Document|Config): {message}$",
)
.words(&[
    ("Access", Severity::Warning),
    ("Document", Severity::Error),
    ("Config", Severity::Error),
])];

static EXAMPLES: [Example; 1] = [Example::new(
    "a finding",
    r#"line 4 column 1 - Warning: <p> dropping value "a" for repeated attribute "id"
"#,
    r#"[{"type": "lint", "severity": "warning", "line": 4, "column": 1}]"#,
)];

static DESCRIPTOR: Descriptor =
    format::descriptor("tidy", "HTML Tidy", DOCS, &[Cow::Borrowed("html")], &EXAMPLES);

//! Checkstyle, in text.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[".java:", ".xml:", ".properties:", ".kt:", "[ant:checkstyle] "]
    )
    .lines(&LINES)
);

const DOCS: &str = r#"
## What it understands

`[WARN] FILE:3:5: message [Rule]`, behind `[ant:checkstyle] ` within Gradle and Ant.

## Versions seen

Checkstyle 8.36; 6 to 10 from its documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(
    r"^(?:\[ant:checkstyle\] )?\[(?<severity>ERROR|WARN|INFO)\] {file}:{line}(?::{column})?: {message} \[(?<code>[A-Z]\w+)\]$",
)];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "a finding",
        r#"[WARN] /home/dev/project/src/Shop.java:3:5: Missing a Javadoc comment. [MissingJavadocMethod]
"#,
        r#"[{"type": "lint", "severity": "warning", "code": "MissingJavadocMethod", "file": "/home/dev/project/src/Shop.java", "line": 3, "column": 5, "message": "Missing a Javadoc comment."}]"#,
    ),
    Example::new(
        "within Gradle",
        r#"[ant:checkstyle] [ERROR] /home/dev/project/src/Shop.java:9: Line is longer than 100 characters. [LineLength]
"#,
        r#"[{"severity": "error", "code": "LineLength", "line": 9}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "checkstyle",
    "Checkstyle, in text",
    DOCS,
    &[Cow::Borrowed("java")],
    &EXAMPLES,
);

//! HTMLHint, in its unix, compact and JSON formats.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Field, Grammar, Pattern, Records},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &["[error/", "[warning/", "[info/", ": line ", "\"evidence\""]
    )
    .lines(&LINES)
    .records(&RECORDS)
);

const DOCS: &str = r#"
## What it understands

The formats `unix` (`FILE:4:10: message [error/rule]`), `compact` and `json`.

## Versions seen

HTMLHint 1.9.
"#;

static LINES: [Pattern; 2] = [
    Pattern::lint(
        r"^(?<file>.+\.\w+):{line}:{column}: {message} \[(?<severity>error|warning|info)/(?<code>[a-z0-9-]+)\]$",
    ),
    Pattern::lint(
        r"^(?<file>[^:]+\.\w+): line {line}, col {column}, (?<severity>error|warning|info) - {message} \((?<code>[a-z0-9-]+)\)$",
    ),
];

static FIELDS: [(Field, &str); 6] = [
    (Field::File, "file"),
    (Field::Line, "line"),
    (Field::Column, "col"),
    (Field::Severity, "type"),
    (Field::Code, "rule.id"),
    (Field::Message, "message"),
];

static RECORDS: [Records; 1] = [Records::lint("*.messages.*", &FIELDS).needing(&["evidence", "rule.id"])];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "unix",
        "/home/dev/project/a.html:5:1: The html element name of [ DIV ] must be in lowercase. [error/tagname-lowercase]\n",
        r#"[{"type": "lint", "severity": "error", "code": "tagname-lowercase", "line": 5, "column": 1}]"#,
    ),
    Example::new(
        "compact",
        "/home/dev/project/a.html: line 5, col 1, error - The html element name of [ DIV ] must be in lowercase. (tagname-lowercase)\n",
        r#"[{"severity": "error", "code": "tagname-lowercase", "line": 5}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "htmlhint",
    "HTMLHint, in its unix, compact and JSON formats",
    DOCS,
    &[Cow::Borrowed("html")],
    &EXAMPLES,
);

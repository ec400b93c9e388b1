//! the Nu Html Checker (vnu).

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Field, Grammar, Pattern, Records},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "html\":",
            ".htm\":",
            ".css\":",
            ".svg\":",
            "html:",
            "\"lastLine\""
        ]
    )
    .lines(&LINES)
    .records(&RECORDS)
);

const DOCS: &str = r#"
## What it understands

The format `gnu`: `"file:/a/b.html":3.5-3.9: error: message`, and `json`, where `info` of the subtype `warning` is a
warning. Its last columns are counted in.

## Versions seen

vnu 20 to 24, from its documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(
    r#"^"?(?:file:)?(?<file>/?{drive}[^":]+)"?:{line}(?:\.{column})?(?:-{end_line}(?:\.{last_column})?)?: (?:info )?(?<severity>error|fatal error|warning|info|non-document-error)(?: fatal)?: {message}$"#,
)];

static FIELDS: [(Field, &str); 9] = [
    (Field::File, "url"),
    (Field::Line, "firstLine"),
    (Field::Line, "lastLine"),
    (Field::Column, "firstColumn"),
    (Field::EndLine, "lastLine"),
    (Field::LastColumn, "lastColumn"),
    (Field::Severity, "subType"),
    (Field::Severity, "type"),
    (Field::Message, "message"),
];

static RECORDS: [Records; 1] =
    [Records::lint("messages.*", &FIELDS).needing(&["type", "lastLine", "message"])];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "gnu",
        r#""file:/home/dev/project/shop.html":3.5-3.9: error: Element "x" not allowed as child of element "y".
"#,
        r#"[{"type": "lint", "severity": "error", "file": "/home/dev/project/shop.html", "line": 3, "column": 5, "end_column": 10}]"#,
    ),
    Example::new(
        "JSON",
        r#"{"messages":[{"type":"info","url":"file:/home/dev/project/shop.html","lastLine":3,"lastColumn":9,"firstColumn":5,"subType":"warning","message":"Consider adding a lang attribute."}]}
"#,
        r#"[{"severity": "warning", "line": 3, "column": 5, "end_column": 10}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "nu-html-checker",
    "the Nu Html Checker (vnu)",
    DOCS,
    &[Cow::Borrowed("html")],
    &EXAMPLES,
);

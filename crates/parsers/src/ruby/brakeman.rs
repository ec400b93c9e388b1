//! Brakeman, in text, tabs and JSON.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Block, Field, Grammar, Part, Pattern, Records},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "Confidence: ",
            "\"warning_type\"",
            " High",
            "\tHigh",
            " Medium",
            "\tMedium",
            " Weak",
            "\tWeak"
        ]
    )
    .lines(&LINES)
    .blocks(&BLOCKS)
    .records(&RECORDS)
);

const DOCS: &str = r#"
## What it understands

The default report (a paragraph to a warning: `Confidence`, `Category`, `Message`, `File`, `Line`), the
format `tabs` and `json`.

## Versions seen

Brakeman 4 to 6, from its documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(r"^(?<file>/?\S.*?)(?:\t| {2,}){line}(?:\t| {2,})(?<code>[A-Z][\w /-]+?)(?:\t| +)(?:\w+)(?:\t| ){message}(?:\t| +)(?<severity>High|Medium|Weak)$").words(&[("High", Severity::Error), ("Medium", Severity::Warning), ("Weak", Severity::Info)])];

static PARTS: [Part; 7] = [
    Part::one("^Confidence: (?<severity>High|Medium|Weak)$"),
    Part::one("^Category: .+$"),
    Part::maybe(r"^Check: (?<code>\w+)$"),
    Part::one("^Message: {message}$"),
    Part::many(r"^(?:Code|Link|CWE|\s+.*): ?.*$"),
    Part::one("^File: (?<file>.+)$"),
    Part::one("^Line: {line}$"),
];

static BLOCKS: [Block; 1] = [Block::lint(&PARTS).words(&[
    ("High", Severity::Error),
    ("Medium", Severity::Warning),
    ("Weak", Severity::Info),
])];

static FIELDS: [(Field, &str); 6] = [
    (Field::File, "file"),
    (Field::Line, "line"),
    (Field::Severity, "confidence"),
    (Field::Code, "check_name"),
    (Field::Code, "warning_type"),
    (Field::Message, "message"),
];

static RECORDS: [Records; 1] = [Records::lint("warnings.*", &FIELDS)
    .needing(&["warning_type"])
    .words(&[
        ("High", Severity::Error),
        ("Medium", Severity::Warning),
        ("Weak", Severity::Info),
    ])];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "the default report",
        r#"Confidence: High
Category: Command Injection
Check: Execute
Message: Possible command injection
Code: system("ls #{params[:dir]}")
File: app/models/package.rb
Line: 13
"#,
        r#"[{"type": "lint", "severity": "error", "code": "Execute", "file": "app/models/package.rb", "line": 13, "message": "Possible command injection"}]"#,
    ),
    Example::new(
        "JSON",
        r#"{"scan_info":{},"warnings":[{"warning_type":"SQL Injection","warning_code":0,"check_name":"SQL","message":"Possible SQL injection","file":"app/models/user.rb","line":5,"confidence":"Medium"}]}
"#,
        r#"[{"severity": "warning", "code": "SQL", "file": "app/models/user.rb", "line": 5}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "brakeman",
    "Brakeman, in text, tabs and JSON",
    DOCS,
    &[Cow::Borrowed("ruby")],
    &EXAMPLES,
);

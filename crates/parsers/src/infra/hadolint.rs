//! hadolint, in text and JSON.

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
            " DL",
            " SC",
            "unexpected ",
            "\"code\":\"DL",
            "\"code\": \"DL",
            "\"code\":\"SC",
            "\"code\": \"SC",
            "\"code\":\"DL1000\""
        ]
    )
    .lines(&LINES)
    .records(&RECORDS)
);

const DOCS: &str = r#"
## What it understands

The formats `tty` (`Dockerfile:3 DL3008 warning: Pin versions`) and `json`. `Dockerfile:2:5 unexpected ...`
is a file that does not parse.

## Versions seen

hadolint 1.23 to 2.14.
"#;

static LINES: [Pattern; 2] = [
    Pattern::lint(r"^{file}:{line}(?::{column})? (?<code>(?:DL|SC)\d{4}) (?:{severity}: )?{message}$")
        .broken(&["DL1000"]),
    Pattern::syntax("^{file}:{line}:{column} (?<message>unexpected .+)$"),
];

static FIELDS: [(Field, &str); 6] = [
    (Field::File, "file"),
    (Field::Line, "line"),
    (Field::Column, "column"),
    (Field::Severity, "level"),
    (Field::Code, "code"),
    (Field::Message, "message"),
];

static RECORDS: [Records; 1] = [Records::lint("*", &FIELDS)
    .needing(&["level", "code", "line"])
    .broken(&["DL1000"])];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "a finding",
        "Dockerfile:3 DL3008 warning: Pin versions in apt get install\n",
        r#"[{"type": "lint", "severity": "warning", "code": "DL3008", "file": "Dockerfile", "line": 3, "message": "Pin versions in apt get install"}]"#,
    ),
    Example::new(
        "JSON",
        r#"[{"code":"DL3025","column":1,"file":"Dockerfile","level":"error","line":4,"message":"Use arguments JSON notation"}]
"#,
        r#"[{"severity": "error", "code": "DL3025", "line": 4, "column": 1}]"#,
    ),
    Example::new(
        "a file that does not parse",
        "Dockerfile:2:5 unexpected 'F'\n",
        r#"[{"type": "syntax", "severity": "error", "line": 2, "column": 5}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "hadolint",
    "hadolint, in text and JSON",
    DOCS,
    &[Cow::Borrowed("dockerfile")],
    &EXAMPLES,
);

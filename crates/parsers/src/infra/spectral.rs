//! Spectral.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Field, Grammar, Listing, Pattern, Records},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "  error  ",
            "  warning  ",
            "  information  ",
            "  hint  ",
            ".yaml:",
            ".yml:",
            ".json:",
            "\"range\""
        ]
    )
    .lines(&LINES)
    .listings(&LISTINGS)
    .records(&RECORDS)
);

const DOCS: &str = r#"
## What it understands

The format `stylish`: rows of `LINE:COLUMN  SEVERITY  RULE  MESSAGE  PATH` below the file's name;
the format `text` (`FILE:1:1 warning rule "message"`); `json`, whose lines, columns and severities (an
error is 0, a hint 3) count from 0.

## Versions seen

Spectral 5 and 6, from its documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(r#"^(?<file>{drive}[^:]+\.(?:ya?ml|json)):{line}:{column} (?<severity>error|warning|information|hint) (?<code>\w+(?:-\w+)+) "{message}"$"#).broken(&["parser"])];

static ROWS: [Pattern; 1] = [Pattern::lint(r"^ +{line}:{column} +(?<severity>error|warning|information|hint) +(?<code>\w+(?:-\w+)+)  +{message}(?:  +\S+)?$").broken(&["parser"])];

static LISTINGS: [Listing; 1] = [Listing::new(r"^(?<file>\S.*\.(?:ya?ml|json))$", &ROWS)];

static FIELDS: [(Field, &str); 8] = [
    (Field::File, "source"),
    (Field::Line, "range.start.line"),
    (Field::Column, "range.start.character"),
    (Field::EndLine, "range.end.line"),
    (Field::EndColumn, "range.end.character"),
    (Field::Severity, "severity"),
    (Field::Code, "code"),
    (Field::Message, "message"),
];

static RECORDS: [Records; 1] = [Records::lint("*", &FIELDS)
    .needing(&["code", "path", "range.start.character", "severity"])
    .words(&[
        ("0", Severity::Error),
        ("1", Severity::Warning),
        ("2", Severity::Info),
        ("3", Severity::Info),
    ])
    .lines_from_zero()
    .columns_from_zero()
    .broken(&["parser"])];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "text",
        "/home/dev/project/api.yaml:6:9 warning operation-operationId \"Operation must have \"operationId\".\"\n",
        r#"[{"severity": "warning", "code": "operation-operationId", "line": 6, "column": 9, "message": "Operation must have \"operationId\"."}]"#,
    ),
    Example::new(
        "stylish",
        r#"
/home/dev/project/openapi.yaml
  1:1   warning  info-contact            Info object must have "contact" object.
 12:9     error  operation-success-response  Operation must have at least one "2xx" response.  paths./pets.get.responses

"#,
        r#"[{"type": "lint", "severity": "warning", "code": "info-contact", "line": 1, "message": "Info object must have \"contact\" object."}, {"severity": "error", "code": "operation-success-response", "line": 12}]"#,
    ),
    Example::new(
        "JSON",
        r#"[
  {
    "code": "info-contact",
    "path": ["info"],
    "message": "Info object must have \"contact\" object.",
    "severity": 1,
    "range": {"start": {"line": 1, "character": 5}, "end": {"line": 4, "character": 12}},
    "source": "/home/dev/project/openapi.yaml"
  }
]
"#,
        r#"[{"type": "lint", "severity": "warning", "code": "info-contact", "line": 2, "column": 6, "end_line": 5,
         "end_column": 13, "message": "Info object must have \"contact\" object."}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "spectral",
    "Spectral",
    DOCS,
    &[Cow::Borrowed("openapi")],
    &EXAMPLES,
);

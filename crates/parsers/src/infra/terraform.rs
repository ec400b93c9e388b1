//! Terraform and OpenTofu, in text and JSON.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Field, Grammar, Part, Records},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &["Error: ", "Warning: ", "\"diagnostics\"", "\"@level\""]
    )
    .blocks(&BLOCKS)
    .records(&RECORDS)
);

const DOCS: &str = r#"
## What it understands

What `terraform validate`, `plan` and `init` report, with the frame of lines around it and without, and
`validate -json`. The place is on the line `on main.tf line 3, in resource ...`.

## Versions seen

Terraform 0.11 to 1.9, OpenTofu 1.8, from their documentation.
"#;

static PARTS: [Part; 7] = [
    Part::one("^(?:│ )?(?<severity>Error|Warning): {message}$"),
    Part::many(r"^(?:│ ?)?\s*$"),
    Part::maybe("^(?:│ )?  with .+,$"),
    Part::one("^(?:│ )?  on {file} line {line}(?:, in .+)?:$"),
    Part::many(r"^(?:│ )?(?:\s+\d+: .*|\s+├─+|\s+│ .*|\s*\d+:)$"),
    Part::maybe(r"^(?:│ ?)?\s*$"),
    Part::many(r"^(?:│ )?(?<message>[^\s│╷╵].*)$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Build, &PARTS)];

static FIELDS: [(Field, &str); 8] = [
    (Field::Severity, "severity"),
    (Field::Message, "summary"),
    (Field::Message, "detail"),
    (Field::File, "range.filename"),
    (Field::Line, "range.start.line"),
    (Field::Column, "range.start.column"),
    (Field::EndLine, "range.end.line"),
    (Field::EndColumn, "range.end.column"),
];

static RECORDS: [Records; 1] =
    [Records::of(ErrorType::Build, "diagnostics.*", &FIELDS).needing(&["summary", "severity"])];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "a missing argument",
        r#"╷
│ Error: Missing required argument
│ 
│   on main.tf line 3, in resource "aws_instance" "web":
│    3: resource "aws_instance" "web" {
│ 
│ The argument "ami" is required, but no definition was found.
╵
"#,
        r#"[{"type": "build", "severity": "error", "file": "main.tf", "line": 3, "message": "Missing required argument\nThe argument \"ami\" is required, but no definition was found."}]"#,
    ),
    Example::new(
        "JSON",
        r#"{"format_version":"1.0","valid":false,"error_count":1,"warning_count":0,"diagnostics":[{"severity":"error","summary":"Unsupported argument","detail":"An argument named \"amii\" is not expected here.","range":{"filename":"main.tf","start":{"line":4,"column":3,"byte":60},"end":{"line":4,"column":7,"byte":64}}}]}
"#,
        r#"[{"type": "build", "severity": "error", "file": "main.tf", "line": 4, "column": 3, "end_line": 4, "end_column": 7, "message": "Unsupported argument\nAn argument named \"amii\" is not expected here."}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "terraform",
    "Terraform and OpenTofu, in text and JSON",
    DOCS,
    &[Cow::Borrowed("terraform")],
    &EXAMPLES,
);

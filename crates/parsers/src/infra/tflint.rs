//! TFLint, in text and JSON.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Field, Grammar, Part, Pattern, Records},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "Error: ",
            "Warning: ",
            "Notice: ",
            ": Error - ",
            ": Warning - ",
            ": Notice - ",
            "\"rule\""
        ]
    )
    .priority(6)
    .lines(&LINES)
    .blocks(&BLOCKS)
    .records(&RECORDS)
);

const DOCS: &str = r#"
## What it understands

The formats `default`, `compact` (`main.tf:1:1: Warning - message (rule)`) and `json`.

## Versions seen

TFLint 0.28 to 0.53, from its documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(
    r"^{file}:{line}:{column}: (?<severity>Error|Warning|Notice) - {message}(?: \((?<code>\w+)\))?$",
)];

static PARTS: [Part; 4] = [
    Part::one(r"^(?<severity>Error|Warning|Notice): {message} \((?<code>[a-z]\w+)\)$"),
    Part::one("^$"),
    Part::one("^  on {file} line {line}(?:, in .+)?:$"),
    Part::many(r"^\s+\d+: .*$"),
];

static BLOCKS: [Block; 1] = [Block::lint(&PARTS)];

static SAID: [Pattern; 1] = [Pattern::compiler(
    "^{file}:{line},{column}-(?:{end_line},)?{end_column}: (?<code>[^;]+); {message}$",
)];

static FIELDS_1: [(Field, &str); 8] = [
    (Field::Severity, "rule.severity"),
    (Field::Code, "rule.name"),
    (Field::Message, "message"),
    (Field::File, "range.filename"),
    (Field::Line, "range.start.line"),
    (Field::Column, "range.start.column"),
    (Field::EndLine, "range.end.line"),
    (Field::EndColumn, "range.end.column"),
];

static FIELDS_2: [(Field, &str); 1] = [(Field::Message, "message")];

static RECORDS: [Records; 2] = [
    Records::lint("issues.*", &FIELDS_1).needing(&["rule.name", "range.filename"]),
    Records::of(ErrorType::Build, "errors.*", &FIELDS_2)
        .needing(&["message"])
        .beside(&["issues"])
        .saying_more(&SAID),
];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "compact",
        "main.tf:6:5: Warning - Interpolation-only expressions are deprecated (terraform_deprecated_interpolation)\n",
        r#"[{"type": "lint", "severity": "warning", "code": "terraform_deprecated_interpolation", "line": 6, "column": 5}]"#,
    ),
    Example::new(
        "default",
        r#"Error: "t1.2xlarge" is an invalid value as instance_type (aws_instance_invalid_type)

  on main.tf line 4:
   4:   instance_type = "t1.2xlarge" // invalid type!

"#,
        r#"[{"severity": "error", "code": "aws_instance_invalid_type", "file": "main.tf", "line": 4}]"#,
    ),
    Example::new(
        "JSON",
        r#"{"issues":[{"rule":{"name":"terraform_unused_declarations","severity":"warning","link":""},"message":"variable \"a\" is declared but not used","range":{"filename":"main.tf","start":{"line":1,"column":1},"end":{"line":1,"column":13}},"callers":[]}],"errors":[{"message":"main.tf:2,3-6: Unsupported argument; An argument named \"ami\" is not expected here."}]}
"#,
        r#"[{"severity": "warning", "code": "terraform_unused_declarations", "line": 1, "column": 1, "end_column": 13}, {"severity": "error", "code": "Unsupported argument", "file": "main.tf", "line": 2, "column": 3, "end_column": 6}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "tflint",
    "TFLint, in text and JSON",
    DOCS,
    &[Cow::Borrowed("terraform")],
    &EXAMPLES,
);

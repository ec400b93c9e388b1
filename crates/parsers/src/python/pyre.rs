//! Pyre.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Field, Grammar, Pattern, Records},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &[".py:", ".pyi:", "\"concise_description\""])
        .lines(&LINES)
        .records(&RECORDS)
);

const DOCS: &str = r#"
## What it understands

`FILE:3:4 Incompatible return type [7]: message`; the number is the code, and columns count from 0. Its JSON.

## Versions seen

Pyre 0.9, from its documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::of(
    ErrorType::Type,
    r"^{file}:{line}:{column} (?<message>[A-Z][\w' -]+ \[(?<code>\d{1,3})\]: .+)$",
)
.columns_from_zero()
.broken(&["Parsing failure"])];

static FIELDS: [(Field, &str); 7] = [
    (Field::File, "path"),
    (Field::Line, "line"),
    (Field::Column, "column"),
    (Field::EndLine, "stop_line"),
    (Field::EndColumn, "stop_column"),
    (Field::Code, "code"),
    (Field::Message, "description"),
];

static RECORDS: [Records; 1] = [Records::of(ErrorType::Type, "*", &FIELDS)
    .needing(&["concise_description", "stop_line", "path"])
    .columns_from_zero()];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "JSON",
        r#"[{"line":12,"column":4,"stop_line":12,"stop_column":9,"path":"shop.py","code":18,"name":"Undefined name","description":"Undefined name [18]: Global name `total` is not defined.","concise_description":"Undefined name [18]: Global name `total` is not defined."}]
"#,
        r#"[{"type": "type", "severity": "error", "code": "18", "file": "shop.py", "line": 12, "column": 5, "end_column": 10}]"#,
    ),
    Example::new(
        "a type that does not fit",
        r#"src/shop.py:12:4 Incompatible return type [7]: Expected `int` but got `str`.
"#,
        r#"[{"type": "type", "severity": "error", "code": "7", "file": "src/shop.py", "line": 12, "column": 5}]"#,
    ),
];

static DESCRIPTOR: Descriptor =
    format::descriptor("pyre", "Pyre", DOCS, &[Cow::Borrowed("python")], &EXAMPLES);

//! sqlint.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[":ERROR ", ":WARNING "]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

`FILE:3:5:ERROR message`, and the rest of the message indented below it.

## Versions seen

sqlint 0.2, from its documentation.
"#;

static PARTS: [Part; 2] = [
    Part::one("^{file}:{line}:{column}:(?<severity>ERROR|WARNING) {message}$"),
    Part::many("^  {message}$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Syntax, &PARTS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a syntax error",
    r#"stdin:3:1:ERROR syntax error at or near "WIBBLE"
"#,
    r#"[{"type": "syntax", "severity": "error", "line": 3, "column": 1, "message": "syntax error at or near \"WIBBLE\""}]"#,
)];

static DESCRIPTOR: Descriptor =
    format::descriptor("sqlint", "sqlint", DOCS, &[Cow::Borrowed("sql")], &EXAMPLES);

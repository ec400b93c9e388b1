//! Idris and Idris 2.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[".idr:", ".lidr:"]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

Idris 2: `Error: message`, the quoted lines, and the place (`Main:3:5--3:9`); Idris: the place and the message
below it.

## Versions seen

Idris 1.3 and 2 0.6, from their documentation.
"#;

static PARTS: [Part; 3] = [
    Part::one(r"^(?<file>[^:\s]+\.l?idr):{line}:{column}(?:-{last_column})?:(?:{message})?$"),
    Part::many(r"^ *\d* *\|.*$"),
    Part::many(r"^(?<message>[^:]*\S:?)$"),
];

static BLOCKS: [Block; 1] =
    [Block::of(ErrorType::Type, &PARTS).broken(&["error: expected", "unexpected", "expected"])];

static EXAMPLES: [Example; 1] = [Example::new(
    "Idris",
    "Main.idr:4:5-9:
  |
4 | f = totl
  |     ^^^^
When checking right hand side of f:
No such variable totl
",
    r#"[{"type": "type", "severity": "error", "file": "Main.idr", "line": 4, "column": 5, "end_column": 10}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "idris",
    "Idris and Idris 2",
    DOCS,
    &[Cow::Borrowed("idris")],
    &EXAMPLES,
);

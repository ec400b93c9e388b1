//! Idris.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[".idr:", ".lidr:"]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

The place, and the message in the lines below it up to the next blank one, or beside it.

## Versions seen

Idris 0.9 to 1.3, from its documentation.
"#;

static PARTS: [Part; 5] = [
    Part::one(r"^(?<file>{drive}[^:\s]+\.l?idr):{line}:{column}(?:-{last_column})?:(?:{message})?$"),
    Part::many(r"^ *\d* *\|.*$"),
    Part::many(
        "^(?<message>(?:When |No |Can|Un|Type |Last |expected|unexpected|error|Name |Over|With |Elab|Imp|Mis|Inc|While |Possible).*)$|^ {4,}.*$",
    ),
    Part::maybe("^$"),
    Part::many("^(?<message>(?:Last |No |Type |Can|Un|expected|Specifically).*)$|^ {8,}.*$"),
];

static BLOCKS: [Block; 1] =
    [Block::of(ErrorType::Type, &PARTS).broken(&["error: expected", "unexpected", "expected"])];

static EXAMPLES: [Example; 1] = [Example::new(
    "an error",
    "Main.idr:4:5-9:
  |
4 | f = totl
  |     ^^^^
When checking right hand side of f:
No such variable totl
",
    r#"[{"type": "type", "severity": "error", "file": "Main.idr", "line": 4, "column": 5, "end_column": 10}]"#,
)];

static DESCRIPTOR: Descriptor =
    format::descriptor("idris", "Idris", DOCS, &[Cow::Borrowed("idris")], &EXAMPLES);

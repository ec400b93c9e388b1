//! Idris.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Listing, Part, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            ".idr:", ".lidr:", "0--", "1--", "2--", "3--", "4--", "5--", "6--", "7--", "8--", "9--"
        ]
    )
    .listings(&LISTINGS)
    .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

The place, and the message in the lines below it up to the next blank one, or beside it; in Idris 2 the message, and below it the
module with the place: `Main:3:8--3:11`.

## Versions seen

Idris 0.9 to 1.3 and 2, from its documentation.
"#;

static ROWS: [Pattern; 1] = [Pattern::of(
    ErrorType::Type,
    "^(?<file>[A-Z][\\w./]*):{line}:{column}--{end_line}:{end_column}$",
)];

static LISTINGS: [Listing; 1] = [Listing::new("^(?<severity>Error|Warning): {message}$", &ROWS)];

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

static EXAMPLES: [Example; 2] = [
    Example::new(
        "an error",
        "Main.idr:4:5-9:
  |
4 | f = totl
  |     ^^^^
When checking right hand side of f:
No such variable totl
",
        r#"[{"type": "type", "severity": "error", "file": "Main.idr", "line": 4, "column": 5, "end_column": 10}]"#,
    ),
    Example::new(
        "Idris 2",
        "Error: While processing right hand side of main. Undefined name totl.\n\nMain:3:8--3:12\n 3 | main = totl\n            ^^^^\n",
        r#"[{"type": "type", "severity": "error", "file": "Main", "line": 3, "column": 8, "end_column": 12, "message": "While processing right hand side of main. Undefined name totl."}]"#,
    ),
];

static DESCRIPTOR: Descriptor =
    format::descriptor("idris", "Idris", DOCS, &[Cow::Borrowed("idris")], &EXAMPLES);

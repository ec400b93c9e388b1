//! SML of New Jersey.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[".sml:", ".sig:", ".fun:", "stdIn:"]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

`a.sml:4.2-5.6 Error: message`, and lines indented below it.

## Versions seen

SML/NJ 110, from its documentation.
"#;

static PARTS: [Part; 2] = [
    Part::one(
        r"^(?<file>{drive}[^:\s]+\.(?:sml|sig|fun)|stdIn):{line}\.{column}(?:-{end_line}\.{end_column})? (?<severity>Error|Warning): {message}$",
    ),
    Part::many(r"^  (?<message>\S.*)$"),
];

static BLOCKS: [Block; 1] = [Block::compiler(&PARTS).broken(&["syntax error"])];

static EXAMPLES: [Example; 1] = [Example::new(
    "an error",
    "a.sml:4.5-4.9 Error: unbound variable or constructor: totl\n",
    r#"[{"type": "type", "severity": "error", "file": "a.sml", "line": 4, "column": 5, "message": "unbound variable or constructor: totl"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "sml",
    "SML of New Jersey",
    DOCS,
    &[Cow::Borrowed("sml")],
    &EXAMPLES,
);

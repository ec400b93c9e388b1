//! Pug templates that do not parse.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[".pug:", ".jade:"]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

`Error: FILE:3:1`, the source with an arrow, and the message after a blank line.

## Versions seen

Pug 3.0; 2 prints the same.
"#;

static PARTS: [Part; 4] = [
    Part::one(r"^\w*Error: (?<file>\S.*\.(?:pug|jade)):{line}(?::{column})?$"),
    Part::many(r"^(?: *>? *\d+\|.*|-+\^|)\s*$"),
    Part::one("^{message}$"),
    Part::many(r"^ +at .*$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Syntax, &PARTS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a bracket that is not closed",
    r#"Error: views/shop.pug:3:1
    1| div
    2|   p(
  > 3| 
-------^
    4| div

The end of the string reached with no closing bracket ) found.
"#,
    r#"[{"type": "syntax", "severity": "error", "file": "views/shop.pug", "line": 3, "column": 1, "message": "The end of the string reached with no closing bracket ) found."}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "pug",
    "Pug templates that do not parse",
    DOCS,
    &[Cow::Borrowed("pug")],
    &EXAMPLES,
);

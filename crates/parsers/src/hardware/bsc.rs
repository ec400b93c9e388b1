//! the Bluespec compiler.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[".bsv\", line ", ".bs\", line "]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

`Error: "Shop.bsv", line 10, column 3: (P0005)`, with the message indented below it.

## Versions seen

Bluespec 2021 to 2024, from its documentation.
"#;

static PARTS: [Part; 2] = [
    Part::one(
        r#"^(?<severity>Error|Warning): "(?<file>[^"]+)", line {line}, column {column}: \((?<code>[A-Z]\d+)\)$"#,
    ),
    Part::many(r"^  +{message}$"),
];

static BLOCKS: [Block; 1] = [Block::compiler(&PARTS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a name that is not known",
    r#"Error: "Shop.bsv", line 10, column 3: (T0003)
  Unbound variable `total'
"#,
    r#"[{"severity": "error", "code": "T0003", "file": "Shop.bsv", "line": 10, "column": 3, "message": "Unbound variable `total'"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "bsc",
    "the Bluespec compiler",
    DOCS,
    &[Cow::Borrowed("bluespec")],
    &EXAMPLES,
);

//! CUE.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            ": conflicting values ",
            ": reference ",
            ": incomplete value ",
            ": undefined field",
            ": field not allowed",
            ": invalid value ",
            " errors in empty disjunction"
        ]
    )
    .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`total: conflicting values 1 and "a":`, and the places below it, of which the first counts.

## Versions seen

CUE 0.4 to 0.12, from its documentation.
"#;

static PARTS: [Part; 3] = [
    Part::one(r"^(?<message>[^\s:][^:]*: \S.*):$"),
    Part::one(r"^ {4}(?<file>{drive}[^:]+\.cue):{line}:{column}$"),
    Part::many(r"^ {4}[^:]+\.cue:\d+:\d+$"),
];

static BLOCKS: [Block; 1] = [Block::compiler(&PARTS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "values that conflict",
    r#"total: conflicting values 1 and "a" (mismatched types int and string):
    ./shop.cue:3:5
    ./cart.cue:4:6
"#,
    r#"[{"severity": "error", "file": "./shop.cue", "line": 3, "column": 5, "message": "total: conflicting values 1 and \"a\" (mismatched types int and string)"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor("cue", "CUE", DOCS, &[Cow::Borrowed("cue")], &EXAMPLES);

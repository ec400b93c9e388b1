//! Roc's compiler.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["── "]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

A report under `── TYPE MISMATCH ── shop.roc ─`: its words, and the line that is quoted.

## Versions seen

Roc of 2022 to 2024, from its documentation.
"#;

static PARTS: [Part; 4] = [
    Part::one(r"^── (?<code>[A-Z][A-Z' ]+[A-Z]) (?:─+ )?(?:in )?(?<file>\S.*\.roc)(?: ─+)?$"),
    Part::many(r"^(?:(?<message>[^\s\d─].*)|)$"),
    Part::one(r"^ *{line}│.*$"),
    Part::maybe(r"^ +\^+\s*$"),
];

static BLOCKS: [Block; 1] = [Block::compiler(&PARTS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a type that does not fit",
    r#"── TYPE MISMATCH ───────────────────────────────────────── shop.roc ─

This 1st argument to total has an unexpected type:

3│      total 1
              ^
"#,
    r#"[{"severity": "error", "code": "TYPE MISMATCH", "file": "shop.roc", "line": 3, "message": "This 1st argument to total has an unexpected type:"}]"#,
)];

static DESCRIPTOR: Descriptor =
    format::descriptor("roc", "Roc's compiler", DOCS, &[Cow::Borrowed("roc")], &EXAMPLES);

//! Fennel's compiler.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["ompile error in ", "arse error in "]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

`Compile error in FILE:3:5` or `Parse error in FILE:3:5`, the message on the next line, advice behind `* `.

## Versions seen

Fennel 1.3, from its documentation.
"#;

static PARTS: [Part; 2] = [
    Part::one(r"^(?:runtime error: )?(?:[Cc]ompile|[Pp]arse) error in {file}:{line}(?::(?:{column}|\?))?$"),
    Part::one(r"^ *{message}$"),
];

static BLOCKS: [Block; 1] = [Block::compiler(&PARTS).columns_from_zero()];

static EXAMPLES: [Example; 1] = [Example::new(
    "a name",
    r#"Compile error in init.fnl:3:5
  unknown identifier: total

(sum total)
"#,
    r#"[{"type": "type", "severity": "error", "file": "init.fnl", "line": 3, "column": 6, "message": "unknown identifier: total"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "fennel",
    "Fennel's compiler",
    DOCS,
    &[Cow::Borrowed("fennel")],
    &EXAMPLES,
);

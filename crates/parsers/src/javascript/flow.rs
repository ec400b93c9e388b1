//! Flow.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &["Error -", "Error ┈", "Warning -", "Warning ┈"]).blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`Error --- FILE:3:5`, below it the message with the code at its end, and the quoted lines.

## Versions seen

Flow 0.66 to 0.250, from its documentation.
"#;

static PARTS: [Part; 3] = [
    Part::one("^(?<severity>Error|Warning) [-┈]{3,} {file}:{line}:{column}$"),
    Part::one("^$"),
    Part::many(r"^(?<message>\S.*)$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Type, &PARTS).trailing_code()];

static EXAMPLES: [Example; 1] = [Example::new("an error", "Error ┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈ src/shop.js:3:7

Cannot call `total` with `1` bound to `x` because number [1] is incompatible with string [2]. [incompatible-call]

   3| total(1);

", r#"[{"type": "type", "severity": "error", "code": "incompatible-call", "file": "src/shop.js", "line": 3, "column": 7}]"#)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "flow",
    "Flow",
    DOCS,
    &[Cow::Borrowed("javascript"), Cow::Borrowed("typescript")],
    &EXAMPLES,
);

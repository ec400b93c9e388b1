//! Sorbet.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["https://srb.help/"]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

`app/shop.rb:3: message https://srb.help/7003`, and the quoted lines indented below it.

## Versions seen

Sorbet 0.5, from its documentation.
"#;

static PARTS: [Part; 2] = [
    Part::one(r"^(?:\[error\] )?{file}:{line}: {message} https://srb\.help/(?<code>\d+)$"),
    Part::many("^ +.*$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Type, &PARTS).broken(&["2001"])];

static EXAMPLES: [Example; 1] = [Example::new(
    "an error",
    "app/shop.rb:3: Method `summ` does not exist on `Integer` https://srb.help/7003
     3 |  items.summ
                ^^^^
",
    r#"[{"type": "type", "severity": "error", "code": "7003", "file": "app/shop.rb", "line": 3, "message": "Method `summ` does not exist on `Integer`"}]"#,
)];

static DESCRIPTOR: Descriptor =
    format::descriptor("sorbet", "Sorbet", DOCS, &[Cow::Borrowed("ruby")], &EXAMPLES);

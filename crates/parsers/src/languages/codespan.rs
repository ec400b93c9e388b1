//! tools that frame their source with codespan.

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "error: ",
            "error[",
            "warning: ",
            "warning[",
            "note: ",
            "help: ",
            "bug: "
        ]
    )
    .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`error[CODE]: message`, and below it `┌─ FILE:3:5` and the source: Gleam, naga, Selene, Rebar3's compiler, Move and
others that use the crate codespan-reporting or draw as it does.

## Versions seen

codespan-reporting 0.9 to 0.12.
"#;

static PARTS: [Part; 3] = [
    Part::one(r"^(?<severity>error|warning|note|help|bug)(?:\[(?<code>[\w:.-]+)\])?: {message}$"),
    Part::one(r"^ *┌─+ (?<file>.+?):{line}:{column}\s*$"),
    Part::many(r"^ *(?:\d+ *)?[│·=].*$"),
];

static BLOCKS: [Block; 1] = [Block::compiler(&PARTS).words(&[("bug", Severity::Error)])];

static EXAMPLES: [Example; 1] = [Example::new(
    "Selene",
    r#"warning[unused_variable]: total is assigned a value, but never used
  ┌─ lib/shop.lua:8:7
  │
8 │ local total = 1
  │       ^^^^^

"#,
    r#"[{"severity": "warning", "code": "unused_variable", "file": "lib/shop.lua", "line": 8, "column": 7, "message": "total is assigned a value, but never used"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "codespan",
    "tools that frame their source with codespan",
    DOCS,
    &[],
    &EXAMPLES,
);

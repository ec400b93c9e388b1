//! Compilers that print with ariadne.

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["] Error: ", "] Warning: ", "] Advice: "]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

`[E03] Error: message`, with the place in the frame below it (`╭─[shop.tao:3:5]`), as statix, Tao and others print.

## Versions seen

ariadne 0.1 to 0.5 and statix 0.5, from their documentation.
"#;

static PARTS: [Part; 3] = [
    Part::one(r"^(?:\[(?<code>[\w.:-]+)\] )?(?<severity>Error|Warning|Advice): {message}$"),
    Part::one(r"^ *(?:╭─|,-)\[ ?{file}:{line}:{column} ?\]$"),
    Part::many(r"^(?: *(?:\d+ )?[│·┆|:].*|─+╯|-+')$"),
];

static BLOCKS: [Block; 1] = [Block::compiler(&PARTS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a warning",
    r#"[W03] Warning: Assignment instead of inherit
    ╭─[flake.nix:46:13]
    │
 46 │             x = x;
    ·             ───┬──
    ·                ╰──── This assignment is better written with `inherit`
────╯
"#,
    r#"[{"severity": "warning", "code": "W03", "file": "flake.nix", "line": 46, "column": 13, "message": "Assignment instead of inherit"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "ariadne",
    "Compilers that print with ariadne",
    DOCS,
    &[],
    &EXAMPLES,
);

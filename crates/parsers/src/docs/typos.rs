//! typos.

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &["` should be `"])
        .priority(8)
        .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`error: `teh` should be `the``, and the place below it. The format `brief` is the GNU shape.

## Versions seen

typos 1, from its documentation.
"#;

static PARTS: [Part; 5] = [
    Part::one("^(?<severity>error|warning): (?<message>`.+` should be `(?<advice>.+)`)$"),
    Part::one("^ *(?:-->|╭▸) {file}:{line}:{column}$"),
    Part::many(r"^ *\d+ *[|│].*$|^ *[|│] *$"),
    Part::Marks,
    Part::many(r"^ *\d* *[|│╰].*$"),
];

static BLOCKS: [Block; 1] = [Block::lint(&PARTS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a word",
    "error: `teh` should be `the`
  --> ./README.md:3:5
  |
3 | see teh end
  |     ^^^
  |
",
    r#"[{"type": "lint", "severity": "error", "file": "./README.md", "line": 3, "column": 5, "end_column": 8, "message": "`teh` should be `the`"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor("typos", "typos", DOCS, &[], &EXAMPLES);

//! checkbashisms.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["possible bashism in "]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

`possible bashism in FILE line 3 (what it should be):`, and the line.

## Versions seen

checkbashisms 2.23.
"#;

static PARTS: [Part; 2] = [
    Part::one(r"^possible bashism in (?<file>.+) line {line} \({message}\):$"),
    Part::maybe("^.*$"),
];

static BLOCKS: [Block; 1] = [Block::lint(&PARTS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a bashism",
    "possible bashism in lint.sh line 2 (should be 'b = a'):\nif [ $1 == x ]; then\n",
    r#"[{"type": "lint", "severity": "warning", "file": "lint.sh", "line": 2, "message": "should be 'b = a'"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "checkbashisms",
    "checkbashisms",
    DOCS,
    &[Cow::Borrowed("shell")],
    &EXAMPLES,
);

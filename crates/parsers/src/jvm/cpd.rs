//! CPD, PMD's detector of copied code, in text.

use unbreak_core::{Descriptor, Example, register_parser};

use super::LANGUAGES;
use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["Found a "]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

`Found a 10 line (100 tokens) duplication in the following files:` and the places below it, of which the first is that of the
finding.

## Versions seen

PMD 5 to 7, from its source.
"#;

static PARTS: [Part; 3] = [
    Part::one(r"^Found a (?<message>\d+ line \(\d+ tokens?\) duplication) in the following files: *$"),
    Part::one(r"^Starting at line {line} of (?<file>\S.*)$"),
    Part::many(r"^Starting at line \d+ of \S.*$"),
];

static BLOCKS: [Block; 1] = [Block::lint(&PARTS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "copied code",
    "Found a 10 line (100 tokens) duplication in the following files: \nStarting at line 3 of /home/dev/project/Cart.java\nStarting at line 30 of /home/dev/project/Shop.java\n\n    int total = 0;\n=====================================================================\n",
    r#"[{"type": "lint", "severity": "warning", "file": "/home/dev/project/Cart.java", "line": 3, "message": "10 line (100 tokens) duplication"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "cpd",
    "PMD's detector of copied code, in text",
    DOCS,
    LANGUAGES,
    &EXAMPLES,
);

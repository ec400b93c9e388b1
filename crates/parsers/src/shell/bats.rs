//! Bats, as it prints for people.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["in test file "]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

`(in test file test/shop.bats, line 3)`, the command that failed, and what it had printed. What Bats prints for
programs is TAP.

## Versions seen

Bats 1.8.
"#;

static PARTS: [Part; 3] = [
    Part::one(r"^ *\(?in test file {file}, line {line}\)$"),
    Part::one(r"^ *`(?<message>.+' failed.*)$"),
    Part::many(r"^ {3,}(?<message>[^\s✓✗][^✓✗]*)$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Assertion, &PARTS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a test that failed",
    r#" ✗ adds
   (in test file test/shop.bats, line 3)
     `[ "$result" -eq 3 ]' failed
 ✓ ok

2 tests, 1 failure
"#,
    r#"[{"type": "assertion", "severity": "error", "file": "test/shop.bats", "line": 3, "message": "[ \"$result\" -eq 3 ]' failed"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "bats",
    "Bats, as it prints for people",
    DOCS,
    &[Cow::Borrowed("bash")],
    &EXAMPLES,
);

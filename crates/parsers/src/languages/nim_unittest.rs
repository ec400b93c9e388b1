//! Nim's unittest.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[": Check failed: ", "Unhandled exception: "]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

`shop.nim(5, 20): Check failed: add(1, 1) == 3` with the values below it and the test's name in `[FAILED] adds`.

## Versions seen

Nim 1.6.
"#;

static CHECK: [Part; 3] = [
    Part::one(r"^ *(?<file>\S.*\.nim)\({line}, {column}\): (?<message>Check failed: .+)$"),
    Part::many(r"^ {4}(?<message>\S.*)$"),
    Part::maybe(r"^ *\[FAILED\] (?<test>\S.*)$"),
];

static UNHANDLED: [Part; 2] = [
    Part::one(r"^ *Unhandled exception: {message} \[(?<code>\w+)\]$"),
    Part::one(r"^ *\[FAILED\] (?<test>\S.*)$"),
];

static BLOCKS: [Block; 2] = [
    Block::of(ErrorType::Assertion, &CHECK),
    Block::of(ErrorType::Runtime, &UNHANDLED),
];

static EXAMPLES: [Example; 1] = [Example::new(
    "a check that failed",
    r#"[Suite] sums
    /home/dev/project/shop.nim(5, 20): Check failed: add(1, 1) == 3
    add(1, 1) was 2
  [FAILED] adds
"#,
    r#"[{"type": "assertion", "severity": "error", "file": "/home/dev/project/shop.nim", "line": 5, "column": 20, "test": "adds", "message": "Check failed: add(1, 1) == 3\nadd(1, 1) was 2"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "nim-unittest",
    "Nim's unittest",
    DOCS,
    &[Cow::Borrowed("nim")],
    &EXAMPLES,
);

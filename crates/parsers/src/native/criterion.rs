//! Criterion: tests of C.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["[----] "]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

`[----] shop.c:5: Assertion failed`, what was expected below, and the test's name in `[FAIL] sums::adds`.

## Versions seen

Criterion 2.3 and 2.4, from its documentation.
"#;

static PARTS: [Part; 3] = [
    Part::one(r"^\[----\] {file}:{line}: {message}$"),
    Part::many(r"^\[----\] {2,}(?<message>\S.*)$"),
    Part::maybe(r"^\[FAIL\] (?<test>\S+): .*$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Assertion, &PARTS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "an assertion that failed",
    r#"[----] shop.c:5: Assertion failed: The expression 1 == 2 is false.
[FAIL] sums::adds: (0.00s)
"#,
    r#"[{"type": "assertion", "severity": "error", "file": "shop.c", "line": 5, "test": "sums::adds", "message": "Assertion failed: The expression 1 == 2 is false."}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "criterion",
    "Criterion: tests of C",
    DOCS,
    &[Cow::Borrowed("c"), Cow::Borrowed("cpp")],
    &EXAMPLES,
);

//! Alcotest: tests of OCaml.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &[", character "])
        .priority(BEFORE_THE_COMPILER)
        .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`File "test/shop.ml", line 4, character 2:`, below it `FAIL` and the values.

## Versions seen

Alcotest 1.4 to 1.8, from its documentation.
"#;

/// The compiler names places alike.
const BEFORE_THE_COMPILER: i32 = 10;

static PARTS: [Part; 4] = [
    Part::one(r#"^File "(?<file>[^"]+)", line {line}, character {column}:$"#),
    Part::one(r"^FAIL(?: {message})?$"),
    Part::many(r"^\s*$"),
    Part::many(r"^ +(?<message>\S.*)$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Assertion, &PARTS)
    .columns_from_zero()
    .saying("the test failed")];

static EXAMPLES: [Example; 1] = [Example::new(
    "a check that failed",
    r#"ASSERT same
File "test/test_shop.ml", line 4, character 2:
FAIL same

   Expected: `3'
   Received: `2'

"#,
    r#"[{"type": "assertion", "severity": "error", "file": "test/test_shop.ml", "line": 4, "column": 3, "message": "same\nExpected: `3'\nReceived: `2'"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "alcotest",
    "Alcotest: tests of OCaml",
    DOCS,
    &[Cow::Borrowed("ocaml")],
    &EXAMPLES,
);

//! elm-test.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["✗ "]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

`✗ adds` with the values below it. It says no place.

## Versions seen

elm-test 0.19, from its documentation.
"#;

static PARTS: [Part; 4] = [
    Part::one(r"^✗ (?<test>\S.*)$"),
    Part::one(r"^\s*$"),
    Part::one(r"^ {4}(?<message>\S.*)$"),
    Part::many(r"^ {4}(?:(?<message>[^\s╵╷].*)|.*)$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Assertion, &PARTS).saying("the test failed")];

static EXAMPLES: [Example; 1] = [Example::new(
    "a test that failed",
    r#"↓ Shop
✗ adds

    2
    ╵
    │ Expect.equal
    ╷
    3


TEST RUN FAILED
"#,
    r#"[{"type": "assertion", "severity": "error", "test": "adds", "message": "2\n│ Expect.equal\n3"}]"#,
)];

static DESCRIPTOR: Descriptor =
    format::descriptor("elm-test", "elm-test", DOCS, &[Cow::Borrowed("elm")], &EXAMPLES);

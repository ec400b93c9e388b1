//! Qt Test.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["FAIL!  : ", "XPASS  : ", "QFATAL : "]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

`FAIL!  : TestShop::adds() Compared values are not the same`, the values, and `Loc: [shop.cpp(12)]`.

## Versions seen

Qt 5 and 6, from its documentation.
"#;

static PARTS: [Part; 3] = [
    Part::one(r"^(?:FAIL!  |XPASS  |QFATAL ): (?<test>\S+?\([^)]*\)) {message}$"),
    Part::many(r"^ {3}(?<message>[^L\s].*|L[^o].*)$"),
    Part::maybe(r"^ {3}Loc: \[(?<file>.+)\({line}\)\]$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Assertion, &PARTS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a comparison that failed",
    r#"FAIL!  : TestShop::adds() Compared values are not the same
   Actual   (1 + 1): 2
   Expected (3)    : 3
   Loc: [../shop.cpp(12)]
PASS   : TestShop::cleanupTestCase()
"#,
    r#"[{"type": "assertion", "severity": "error", "file": "../shop.cpp", "line": 12, "test": "TestShop::adds()", "message": "Compared values are not the same\nActual   (1 + 1): 2\nExpected (3)    : 3"}]"#,
)];

static DESCRIPTOR: Descriptor =
    format::descriptor("qtest", "Qt Test", DOCS, &[Cow::Borrowed("cpp")], &EXAMPLES);

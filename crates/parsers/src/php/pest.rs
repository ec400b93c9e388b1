//! Pest.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["FAILED  ", "• Tests\\"]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

`FAILED  Tests\ShopTest > it adds`, the message, and `at tests/ShopTest.php:3` with the source below it.

## Versions seen

Pest 1 to 3, from its documentation.
"#;

static PARTS: [Part; 5] = [
    Part::one(r"^ *(?:FAILED  |• )(?<test>\S.+?)\s*$"),
    Part::many(r"^\s*$"),
    Part::many(r"^ {2}(?<message>[^ a].*|a[^t].*|at[^ ].*)$"),
    Part::many(r"^(?:\s*| {2}[-+@' ].*)$"),
    Part::one(r"^ {2}at (?<file>{drive}[^:]+\.php):{line}$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Assertion, &PARTS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a test that failed",
    r#"  FAILED  Tests\Unit\ShopTest > it adds
  Failed asserting that 2 is identical to 3.

  at tests/Unit/ShopTest.php:3
     1▕ <?php
"#,
    r#"[{"type": "assertion", "severity": "error", "file": "tests/Unit/ShopTest.php", "line": 3, "message": "Failed asserting that 2 is identical to 3."}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor("pest", "Pest", DOCS, &[Cow::Borrowed("php")], &EXAMPLES);

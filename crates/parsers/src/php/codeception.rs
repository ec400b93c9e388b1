//! Codeception.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[" Test  "]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

` Test  tests/unit/ShopTest.php:testAdds`, the message, and the first entry of the stack.

## Versions seen

Codeception 2 to 5, from its documentation.
"#;

static PARTS: [Part; 4] = [
    Part::one(r"^ Test  .+?:(?<test>\w+)(?: .*)?$"),
    Part::many(r"^(?: +(?:Step|Fail) +.*|\s*|(?<message>[^\s#].*))$"),
    Part::one(r"^#1  (?:.* at )?{file}:{line}$"),
    Part::many(r"^#\d+  .*$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Assertion, &PARTS).saying("the test failed")];

static EXAMPLES: [Example; 1] = [Example::new(
    "a test that failed",
    r#"1) ShopTest: Adds
 Test  tests/unit/ShopTest.php:testAdds
Failed asserting that 2 matches expected 3.
#1  /home/dev/project/tests/unit/ShopTest.php:12

FAILURES!
Tests: 1, Assertions: 1, Failures: 1.
"#,
    r#"[{"type": "assertion", "severity": "error", "file": "/home/dev/project/tests/unit/ShopTest.php", "line": 12, "test": "testAdds", "message": "Failed asserting that 2 matches expected 3."}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "codeception",
    "Codeception",
    DOCS,
    &[Cow::Borrowed("php")],
    &EXAMPLES,
);

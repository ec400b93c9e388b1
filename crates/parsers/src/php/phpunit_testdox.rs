//! PHPUnit's TestDox.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["✘ "]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

`✘ Adds`, the message behind a rule at the left, and the place at its end.

## Versions seen

PHPUnit 9.6; 7 to 12 from its documentation.
"#;

static PARTS: [Part; 4] = [
    Part::one(r"^ ✘ (?<test>\S.*?)(?: +\[[\d.]+ m?s\])?$"),
    Part::many(r"^ +(?:[┐│├╵┊]\s*|[├│┊] +(?<message>[^\s/](?:[^:].*)?))$"),
    Part::one(r"^ +[│├╵┴] +(?<file>(?:/|[A-Za-z]:).+):{line}$"),
    Part::many(r"^ +[│┴╵].*$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Assertion, &PARTS).saying("the test failed")];

static EXAMPLES: [Example; 1] = [Example::new(
    "a test that failed",
    r#"Shop (Tests\Shop)
 ✘ Adds
   ┐
   ├ Failed asserting that 2 matches expected 3.
   │
   │ /home/dev/project/tests/ShopTest.php:8
   ┴

FAILURES!
Tests: 1, Assertions: 1, Failures: 1.
"#,
    r#"[{"type": "assertion", "severity": "error", "file": "/home/dev/project/tests/ShopTest.php", "line": 8, "test": "Adds", "message": "Failed asserting that 2 matches expected 3."}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "phpunit-testdox",
    "PHPUnit's TestDox",
    DOCS,
    &[Cow::Borrowed("php")],
    &EXAMPLES,
);

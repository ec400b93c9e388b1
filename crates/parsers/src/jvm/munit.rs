//! MUnit: tests of Scala.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["==> X "]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

`==> X shop.ShopSuite.adds  0.02s munit.ComparisonFailException: ShopSuite.scala:5`, with source and values below.

## Versions seen

MUnit 0.7 and 1, from its documentation.
"#;

static PARTS: [Part; 3] = [
    Part::one(
        r"^==> X (?<test>\S.*?) +[\d.]+s (?<code>[\w.$]+): (?<file>{drive}[^:]+\.scala):{line}(?: {message})?$",
    ),
    Part::many(r"^\d+:.*$"),
    Part::many(r"^(?<message>\S.*)$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Assertion, &PARTS).saying("the test failed")];

static EXAMPLES: [Example; 1] = [Example::new(
    "a test that failed",
    r#"==> X shop.ShopSuite.adds  0.02s munit.ComparisonFailException: /home/dev/project/ShopSuite.scala:5
4:  test("adds") {
5:    assertEquals(1 + 1, 3)
6:  }
values are not the same
=> Obtained
2

"#,
    r#"[{"type": "assertion", "severity": "error", "code": "munit.ComparisonFailException", "file": "/home/dev/project/ShopSuite.scala", "line": 5, "test": "shop.ShopSuite.adds", "message": "values are not the same\n=> Obtained\n2"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "munit",
    "MUnit: tests of Scala",
    DOCS,
    &[Cow::Borrowed("scala")],
    &EXAMPLES,
);

//! clojure.test and Kaocha.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["FAIL in ", "ERROR in "]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

`FAIL in (adds-test) (shop_test.clj:7)`, in Kaocha `FAIL in shop-test/adds (shop_test.clj:7)`, with what was expected
and the actual value below; stacks are left out.

## Versions seen

Clojure 1.8 to 1.12 and Kaocha 1, from their documentation.
"#;

static PARTS: [Part; 2] = [
    Part::one(r"^(?:FAIL|ERROR) in \(?(?<test>[^\s()]+)\)? \((?<file>[^():]+):{line}\)$"),
    Part::many(r"^(?: +(?:at )?[\w.$/<>]+ \([\w. ]+:\d+\)| *(?<message>\S.*))$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Assertion, &PARTS).saying("the test failed")];

static EXAMPLES: [Example; 1] = [Example::new(
    "a test that failed",
    r#"FAIL in (adds-test) (shop_test.clj:7)
expected: (= 3 (+ 1 1))
  actual: (not (= 3 2))

Ran 1 tests containing 1 assertions.
"#,
    r#"[{"type": "assertion", "severity": "error", "file": "shop_test.clj", "line": 7, "test": "adds-test", "message": "expected: (= 3 (+ 1 1))\nactual: (not (= 3 2))"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "clojure-test",
    "clojure.test and Kaocha",
    DOCS,
    &[Cow::Borrowed("clojure")],
    &EXAMPLES,
);

//! Tasty and HUnit: tests of Haskell.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[" FAIL", "### Failure in: ", "### Error in: "]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

`adds: FAIL` with the place and the values below it, and HUnit's own `### Failure in: 0:adds`.

## Versions seen

Tasty 1.4 and HUnit 1.6, from their documentation.
"#;

static TASTY: [Part; 3] = [
    Part::one(r"^ *(?<test>\S.*?): +FAIL(?: \([\d.]+s\))?$"),
    Part::maybe(r"^ +{file}:{line}:$"),
    Part::many(r"^ +(?<message>[^\sU].*|U[^s].*)$"),
];

static HUNIT: [Part; 3] = [
    Part::one(r"^### (?:Failure|Error) in: (?<test>\S.*)$"),
    Part::maybe(r"^{file}:{line}$"),
    Part::many(r"^(?<message>[^#C].*|C[^a].*)$"),
];

static BLOCKS: [Block; 2] = [
    Block::of(ErrorType::Assertion, &TASTY),
    Block::of(ErrorType::Assertion, &HUNIT),
];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "Tasty",
        r#"Tests
  adds: FAIL
    test/Main.hs:10:
    expected: 3
     but got: 2
    Use -p '/adds/' to rerun this test only.

1 out of 1 tests failed (0.00s)
"#,
        r#"[{"type": "assertion", "severity": "error", "file": "test/Main.hs", "line": 10, "test": "adds", "message": "expected: 3\nbut got: 2"}]"#,
    ),
    Example::new(
        "HUnit",
        r#"### Failure in: 0:adds
test/Main.hs:10
expected: 3
 but got: 2
Cases: 1  Tried: 1  Errors: 0  Failures: 1
"#,
        r#"[{"file": "test/Main.hs", "line": 10, "test": "0:adds", "message": "expected: 3\nbut got: 2"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "tasty",
    "Tasty and HUnit: tests of Haskell",
    DOCS,
    &[Cow::Borrowed("haskell")],
    &EXAMPLES,
);

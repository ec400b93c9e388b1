//! Alcotest: tests of OCaml.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &[", character ", "[FAIL] "])
        .priority(BEFORE_THE_COMPILER)
        .lines(&LINES)
        .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`File "test/shop.ml", line 4, character 2:`, below it `FAIL` and the values, in a box with the test's
name; and the list of the tests that failed, whose other entries are shown nowhere else.

## Versions seen

Alcotest 1.4; to 1.8 from its documentation.
"#;

/// The compiler names places alike.
const BEFORE_THE_COMPILER: i32 = 10;

static PARTS: [Part; 4] = [
    Part::one(r#"^File "(?<file>[^"]+)", line {line}, character {column}:$"#),
    Part::one(r"^FAIL(?: {message})?$"),
    Part::many(r"^\s*$"),
    Part::many(r"^ +(?<message>\S.*)$"),
];

/// What a test printed that failed, below its name in a box. Where the check does not say its place, only its stack is
/// below the values.
static BOXED: [Part; 9] = [
    Part::one(r"^│ \[FAIL\] +\S.*? {2,}\d+ +(?<test>.+?)\.? +│$"),
    Part::one("^└─+┘$"),
    Part::many("^ASSERT .*$"),
    Part::maybe(r#"^File "(?<file>[^"]+)", line {line}, character {column}:$"#),
    Part::maybe(r"^FAIL(?: {message})?$"),
    Part::maybe(r"^\[(?:exception|failure)\] {message}$"),
    Part::many(r"^\s*$"),
    Part::many(r"^ +(?<message>\S.*)$"),
    Part::many(r"^\s*$|^ *(?:Raised|Re-raised|Called) (?:at|by|from) .*$"),
];

/// The other tests that failed: of them nothing else is shown. An arrow is before the one that is.
static LINES: [Pattern; 1] = [Pattern::of(
    ErrorType::Assertion,
    r"^  \[FAIL\] +\S.*? {2,}\d+ +(?<test>.+?)\.?$",
)
.saying("the test failed")];

static BLOCKS: [Block; 2] = [
    Block::of(ErrorType::Assertion, &BOXED)
        .columns_from_zero()
        .saying("the test failed"),
    Block::of(ErrorType::Assertion, &PARTS)
        .columns_from_zero()
        .saying("the test failed"),
];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "in a box, without a place",
        "> [FAIL]        g          0   adds.\n  [FAIL]        g          1   boom.\n\n┌────────────────────────┐\n│ [FAIL]        g          0   adds.              │\n└────────────────────────┘\nASSERT same\nFAIL same\n\n   Expected: `3'\n   Received: `2'\n\nRaised at Alcotest_engine__Test.check in file \"src/alcotest-engine/test.ml\", line 196, characters 4-261\nCalled from Alcotest_engine__Monad.Identity.catch in file \"src/alcotest-engine/monad.ml\", line 24, characters 31-35\n\nLogs saved to `x'.\n",
        r#"[{"type": "assertion", "test": "boom", "message": "the test failed"},
            {"type": "assertion", "severity": "error", "test": "adds", "message": "same\nExpected: `3'\nReceived: `2'"}]"#,
    ),
    Example::new(
        "a check that failed",
        r#"ASSERT same
File "test/test_shop.ml", line 4, character 2:
FAIL same

   Expected: `3'
   Received: `2'

"#,
        r#"[{"type": "assertion", "severity": "error", "file": "test/test_shop.ml", "line": 4, "column": 3, "message": "same\nExpected: `3'\nReceived: `2'"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "alcotest",
    "Alcotest: tests of OCaml",
    DOCS,
    &[Cow::Borrowed("ocaml")],
    &EXAMPLES,
);

//! Dart's and Flutter's tests.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[" [E]"]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

`00:01 +0 -1: the total [E]`, the message indented below it, and the frames, of which the first one in a file of
the package is the place.

## Versions seen

package:test 1, from its documentation.
"#;

static PARTS: [Part; 4] = [
    Part::one(r"^(?:\d+:\d+ )?(?:\+\d+ )?(?:~\d+ )?-\d+: (?<test>\S.*) \[E\]$"),
    Part::many(
        r"^  +(?<message>(?:Expected|Actual|Which|Exception|Error|Bad|Invalid|Null|The|Test|type|Unsupported|FormatException|RangeError)\b.*)$",
    ),
    Part::many(r"^  (?:package|dart):\S+ .*$|^\s*$"),
    Part::one(r"^  (?<file>{drive}[^:\s]+\.dart) {line}:{column} .*$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Assertion, &PARTS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a test that failed",
    r#"00:01 +0 -1: the total [E]
  Expected: <3>
    Actual: <2>
  package:test_api  expect
  test/shop_test.dart 5:5  main.<fn>
"#,
    r#"[{"type": "assertion", "severity": "error", "file": "test/shop_test.dart", "line": 5, "column": 5, "test": "the total", "message": "Expected: <3>\nActual: <2>"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "flutter-test",
    "Dart's and Flutter's tests",
    DOCS,
    &[Cow::Borrowed("dart")],
    &EXAMPLES,
);

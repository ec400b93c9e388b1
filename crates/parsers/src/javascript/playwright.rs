//! Playwright Test.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &[") [", " › ", "Error: No tests found"])
        .priority(6)
        .lines(&LINES)
        .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`1) [project] › FILE:3:3 › suite › test`, the error, and `at FILE:4:19`, as the reporters list, line and dot
print it. A retry that failed alike is no second failure. A run
that found no tests is an error.

## Versions seen

Playwright 1.65.
"#;

static LINES: [Pattern; 1] = [Pattern::of(
    ErrorType::Runtime,
    "^Error: (?<message>No tests found.*)$",
)];

static PARTS: [Part; 6] = [
    Part::one(r"^  +\d+\) (?:\[[^\]]+\] › )?\S+:\d+:\d+ › (?<test>.+?)(?: [─=]+)?\s*$"),
    Part::many("^$"),
    Part::many(r"^    (?<message>[^\s>\d|].*)$|^      (?<advice>- waiting for .*)$|^      [-+].*$|^$"),
    Part::many(r"^ +>? *\d* *\|.*$"),
    Part::maybe(r"^ +at (?:.* \()?(?<file>[^()]+?):(?<line>\d+):(?<column>\d+)\)?$"),
    Part::many("^ {4}.*$|^$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Assertion, &PARTS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "an expectation that does not hold",
    "  1) [unit] › tests/shop.spec.js:3:3 › cart › adds up ──────────────────

    Error: expect(received).toBe(expected) // Object.is equality

    Expected: 4
    Received: 3

      2 | test.describe('cart', () => {
    > 4 |     expect(1 + 2).toBe(4);
        |                   ^
        at /home/dev/project/tests/shop.spec.js:4:19

    Error Context: test-results/shop/error-context.md

  1 failed
",
    r#"[{"type": "assertion", "severity": "error", "file": "/home/dev/project/tests/shop.spec.js", "line": 4, "column": 19, "test": "cart › adds up", "message": "Error: expect(received).toBe(expected) // Object.is equality\nExpected: 4\nReceived: 3"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "playwright",
    "Playwright Test",
    DOCS,
    &[Cow::Borrowed("javascript"), Cow::Borrowed("typescript")],
    &EXAMPLES,
);

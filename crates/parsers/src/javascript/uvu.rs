//! uvu.

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use super::LANGUAGES;
use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["  FAIL  \""]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

`FAIL  "test"`, perhaps with its suite before the name, below it the message, the difference between the two
values, and the stack, of which the first frame outside of `node_modules` is the place.

## Versions seen

uvu 0.5.
"#;

static PARTS: [Part; 6] = [
    Part::one(r#"^ +FAIL  (?:(?:.+ )?)"(?<test>.+)"$"#),
    Part::one(r"^ {4}(?<message>\S.*?)(?:  \(\w+\))?$"),
    // The message ends at a blank line.
    Part::many(r"^ {4}(?<message>[^\sa].*|a[^t].*|at[^ ].*)$"),
    Part::many(r"^(?:\s*| {6,}\S.*)$"),
    Part::many(r"^ +at .*node_modules.*$"),
    Part::one(r"^ +at (?:.* \()?(?:file://)?(?<file>{drive}[^():]+):{line}:{column}\)?$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Assertion, &PARTS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "an assertion that does not hold",
    r#"   FAIL  "totals"
    Expected values to be strictly equal:  (is)

        ++3    (Expected)
        --2    (Actual)

    at assert (/home/dev/project/node_modules/uvu/assert/index.js:33:8)
    at Object.handler (/home/dev/project/test/cart.js:1:90)
"#,
    r#"[{"type": "assertion", "severity": "error", "test": "totals", "file": "/home/dev/project/test/cart.js", "line": 1, "column": 90, "message": "Expected values to be strictly equal:"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor("uvu", "uvu", DOCS, LANGUAGES, &EXAMPLES);

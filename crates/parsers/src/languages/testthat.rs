//! testthat: tests of R.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &["── Failure (", "── Error (", "-- Failure (", "-- Error ("]
    )
    .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`── Failure (test-shop.R:3:3): the total ──`, and the message up to a blank line.

## Versions seen

testthat 3, from its documentation.
"#;

static PARTS: [Part; 2] = [
    Part::one(
        r"^(?:──|--) (?:\d+\. )?(?:Failure|Error) \('?(?<file>{drive}[^:)']+?):{line}(?::{column})?'?\): (?<test>.+?) ?[─-]*$",
    ),
    Part::many(r"^{message}$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Assertion, &PARTS).saying("the test failed")];

static EXAMPLES: [Example; 1] = [Example::new(
    "a test that failed",
    r#"── Failure (test-shop.R:3:3): the total ────────────────
1 + 1 not equal to 3.

"#,
    r#"[{"type": "assertion", "severity": "error", "file": "test-shop.R", "line": 3, "column": 3, "test": "the total", "message": "1 + 1 not equal to 3."}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "testthat",
    "testthat: tests of R",
    DOCS,
    &[Cow::Borrowed("r")],
    &EXAMPLES,
);

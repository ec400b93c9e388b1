//! prove and Test::Harness.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["(Wstat: "]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

The summary: a script (`t/shop.t (Wstat: 768 (exited 3) Tests: 1 Failed: 0)`), and below it why it failed: an exit
status, a plan that was not kept, tests that failed.

## Versions seen

Test::Harness 3.44.
"#;

static PARTS: [Part; 2] = [
    Part::one(r"^(?<file>\S+) +\(Wstat: .*\)$"),
    Part::many(r"^  {message}$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Assertion, &PARTS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a plan that was not kept",
    r#"t/shop.t (Wstat: 768 (exited 3) Tests: 1 Failed: 0)
  Non-zero exit status: 3
  Parse errors: Bad plan.  You planned 2 tests but ran 1.
"#,
    r#"[{"type": "assertion", "severity": "error", "file": "t/shop.t", "message": "Non-zero exit status: 3\nParse errors: Bad plan.  You planned 2 tests but ran 1."}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "prove",
    "prove and Test::Harness",
    DOCS,
    &[Cow::Borrowed("perl")],
    &EXAMPLES,
);

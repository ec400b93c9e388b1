//! Behat.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[" Scenario: ", " Example: "]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

The list of failed steps: the scenario, the step with its place in the feature, and the message.

## Versions seen

Behat 3, from its documentation.
"#;

static PARTS: [Part; 4] = [
    Part::one(r"^\d{3} (?:Scenario|Example): (?<test>\S.*?) +# .+:\d+$"),
    Part::many(r"^ {6}\| .*$"),
    Part::one(r"^ {6}\S.* +# (?<file>\S+):{line}$"),
    Part::many(r"^ {8}(?<message>\S.*)$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Assertion, &PARTS).saying("the step failed")];

static EXAMPLES: [Example; 1] = [Example::new(
    "a step that failed",
    r#"--- Failed steps:

001 Scenario: the total     # features/shop.feature:3
      Then the total is 3   # features/shop.feature:4
        Failed asserting that 2 matches expected 3.

1 scenario (1 failed)
"#,
    r#"[{"type": "assertion", "severity": "error", "file": "features/shop.feature", "line": 4, "test": "the total", "message": "Failed asserting that 2 matches expected 3."}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "behat",
    "Behat",
    DOCS,
    &[Cow::Borrowed("php"), Cow::Borrowed("gherkin")],
    &EXAMPLES,
);

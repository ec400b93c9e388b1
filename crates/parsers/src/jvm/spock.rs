//! Spock's conditions.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &["ondition not satisfied", "ondition failed with Exception"]
    )
    .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`Condition not satisfied:`, the condition with its values, and the first frame in a `.groovy` file.

## Versions seen

Spock 1 and 2, from its documentation.
"#;

static PARTS: [Part; 3] = [
    Part::one(r"^\s*(?:[\w.]+: )?(?<message>Condition (?:not satisfied|failed with Exception)[^:]*):$"),
    Part::many(r"^(?:\s*|\s*(?<message>[^\sa].*|a[^t].*)|\s*at [^(]*\([^)]*\.(?:java|kt)(?::\d+)?\))$"),
    Part::one(r"^\s*at .*\((?<file>[^():]+\.groovy):{line}\)$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Assertion, &PARTS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a condition that does not hold",
    r#"Condition not satisfied:

1 + 1 == 3
  |   |
  2   false

	at ShopSpec.adds(ShopSpec.groovy:7)
"#,
    r#"[{"type": "assertion", "severity": "error", "file": "ShopSpec.groovy", "line": 7}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "spock",
    "Spock's conditions",
    DOCS,
    &[Cow::Borrowed("groovy")],
    &EXAMPLES,
);

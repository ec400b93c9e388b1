//! Jasmine.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["  Message:"]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

The list of failures: `Message:`, and below `Stack:` the first frame outside Jasmine and `node_modules`.

## Versions seen

Jasmine 5; 2 to 4 print the same.
"#;

static PARTS: [Part; 5] = [
    Part::one("^ +Message:$"),
    Part::many(r"^ {4}(?<message>\S.*)$"),
    Part::one("^ +Stack:$"),
    Part::many(r"^ +(?:at (?:.*node_modules.*|<Jasmine>|.*\(?node:.*)|[A-Z]\w*: .*|error properties: .*)$"),
    Part::one(r"^ +at (?:.* \()?(?:file://)?(?<file>(?:[A-Za-z]:)?[^():]+):{line}:{column}\)?$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Assertion, &PARTS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "an expectation that failed",
    r#"1) shop adds
  Message:
    Expected 2 to be 3.
  Stack:
        at <Jasmine>
        at UserContext.<anonymous> (file:///home/dev/project/spec/shopSpec.mjs:1:57)
        at <Jasmine>
"#,
    r#"[{"type": "assertion", "file": "/home/dev/project/spec/shopSpec.mjs", "line": 1, "column": 57, "message": "Expected 2 to be 3."}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "jasmine",
    "Jasmine",
    DOCS,
    &[Cow::Borrowed("javascript"), Cow::Borrowed("typescript")],
    &EXAMPLES,
);

//! ScalaTest.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["*** FAILED ***"]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

`- should add *** FAILED ***`, and below it the message with its place in parentheses, each behind sbt's label or
without it.

## Versions seen

ScalaTest 3, from its documentation.
"#;

static PARTS: [Part; 2] = [
    Part::one(r"^(?:\[\w+\] )?\s*- (?<test>.+) \*\*\* FAILED \*\*\*(?: \(.*\))?$"),
    Part::one(r"^(?:\[\w+\] )?\s+{message} \((?<file>\w+\.scala):{line}\)$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Assertion, &PARTS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a test that failed",
    r#"[info] - should add *** FAILED ***
[info]   2 did not equal 3 (ShopSpec.scala:3)
"#,
    r#"[{"type": "assertion", "severity": "error", "file": "ShopSpec.scala", "line": 3, "test": "should add", "message": "2 did not equal 3"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "scalatest",
    "ScalaTest",
    DOCS,
    &[Cow::Borrowed("scala")],
    &EXAMPLES,
);

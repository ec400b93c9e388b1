//! NUnit's console runners.

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use super::LANGUAGES;
use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &[") Failed : ", ") Error : ", ") Test Failure : "]).blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

The section `Errors, Failures and Warnings`: `1) Failed : NAME`, the message indented below it, and the stack. The
place is the innermost entry with a file. Version 2 prints `Test Failure : NAME`.

## Versions seen

NUnit 2.6 and NUnitLite and the console of NUnit 3, from their documentation.
"#;

static PARTS: [Part; 3] = [
    Part::one(r"^ *\d+\) (?:Test )?(?:Failed|Failure|Error) : (?<test>\S.*)$"),
    Part::many(r"^ {1,3}(?<message>(?:[^\sa]|a[^t]|at[^ ]).*)$|^ {4,}\S.*$"),
    // The two must not begin alike: what they share would be matched once, for the second.
    Part::many(r"^ *at .* in (?<file>{drive}[^:]+):line {line}$|^ +at .*$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Assertion, &PARTS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a failure",
    "Errors, Failures and Warnings\n\n1) Failed : Shop.Tests.Adds\n  Expected: 4\n  But was:  3\n   at Shop.Tests.Adds() in /home/dev/project/CartTests.cs:line 12\n\n",
    r#"[{"type": "assertion", "severity": "error", "test": "Shop.Tests.Adds", "file": "/home/dev/project/CartTests.cs", "line": 12, "message": "Expected: 4\nBut was:  3"}]"#,
)];

static DESCRIPTOR: Descriptor =
    format::descriptor("nunit", "NUnit's console runners", DOCS, LANGUAGES, &EXAMPLES);

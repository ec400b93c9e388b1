//! Hspec.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[".hs:", ".lhs:"]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

The list of failures: `test/ShopSpec.hs:3:5:`, `1) the total`, and what was expected below it.

## Versions seen

Hspec 2, from its documentation.
"#;

static PARTS: [Part; 3] = [
    Part::one(r"^  (?<file>{drive}[^:\s]+\.l?hs):{line}:{column}: ?$"),
    Part::one(r"^  \d+\) (?<test>\S.*)$"),
    Part::many(r"^ {3,}{message}$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Assertion, &PARTS).saying("the example failed")];

static EXAMPLES: [Example; 1] = [Example::new(
    "a failure",
    r#"  test/ShopSpec.hs:3:5: 
  1) the total
       expected: 3
        but got: 2

"#,
    r#"[{"type": "assertion", "severity": "error", "file": "test/ShopSpec.hs", "line": 3, "column": 5, "test": "the total", "message": "expected: 3\nbut got: 2"}]"#,
)];

static DESCRIPTOR: Descriptor =
    format::descriptor("hspec", "Hspec", DOCS, &[Cow::Borrowed("haskell")], &EXAMPLES);

//! ERT, the test runner of Emacs, and errors of its batch mode.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[" condition:", "   FAILED  "]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

`Test NAME condition:`, the condition below it, and `   FAILED  1/3  NAME (0.0 sec) at FILE:12`; before Emacs 29 the line
ends after the name.

## Versions seen

Emacs 27 to 30, from its source.
"#;

static PARTS: [Part; 3] = [
    Part::one(r"^Test \S+ condition:$"),
    Part::many(r"^ {4,}{message}$"),
    Part::one(r"^   FAILED +\d+/\d+ +(?<test>\S+)(?: \([\d.e-]+ sec\))?(?: at (?<file>\S+):{line})?$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Assertion, &PARTS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a test that fails",
    "Test shop-total condition:\n    (ert-test-failed\n     ((should (= 1 2))\n      :form (= 1 2)\n      :value nil))\n   FAILED  1/1  shop-total (0.000081 sec) at shop-test.el:3\n",
    r#"[{"type": "assertion", "severity": "error", "file": "shop-test.el", "line": 3, "test": "shop-total"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "ert",
    "ERT, the test runner of Emacs",
    DOCS,
    &[Cow::Borrowed("elisp")],
    &EXAMPLES,
);

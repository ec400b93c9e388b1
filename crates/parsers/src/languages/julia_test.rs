//! Julia's tests.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["Test Failed at ", "Error During Test at "]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

`Test Failed at FILE:3` and `Error During Test at FILE:3`, with the expression and its value below.

## Versions seen

Julia 1.0 to 1.11, from its documentation.
"#;

static PARTS: [Part; 2] = [
    Part::one(r"^(?:.*: )?(?:Test Failed|Error During Test) at {file}:{line}$"),
    Part::many(r"^  +{message}$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Assertion, &PARTS).saying("the test failed")];

static EXAMPLES: [Example; 1] = [Example::new(
    "a test that failed",
    r#"Test Failed at /home/dev/project/test/runtests.jl:3
  Expression: 1 + 1 == 3
   Evaluated: 2 == 3

"#,
    r#"[{"type": "assertion", "severity": "error", "file": "/home/dev/project/test/runtests.jl", "line": 3, "message": "Expression: 1 + 1 == 3\nEvaluated: 2 == 3"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "julia-test",
    "Julia's tests",
    DOCS,
    &[Cow::Borrowed("julia")],
    &EXAMPLES,
);

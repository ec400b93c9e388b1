//! busted: tests of Lua.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &["Failure -> ", "Failure → ", "Error -> ", "Error → "]
    )
    .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`Failure -> spec/shop_spec.lua @ 2`, the test's name below it, and what was expected: the place is that of the
assertion, not of the test.

## Versions seen

busted 2.1.
"#;

static PARTS: [Part; 4] = [
    Part::one(r"^(?:Failure|Error) (?:->|→) .+ @ \d+$"),
    Part::one(r"^(?<test>\S.*)$"),
    Part::one("^{file}:{line}: {message}$"),
    Part::many(
        r"^(?<message>(?:Passed in|Expected|Did not expect|Expected [\w ]+|stack traceback):|\([a-z][a-z ]*\).*|[ \t].*\S.*|\}.*)$",
    ),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Assertion, &PARTS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a test that failed",
    r#"Failure -> spec/shop_spec.lua @ 2
sums adds
spec/shop_spec.lua:3: Expected objects to be equal.
Passed in:
(number) 2
Expected:
(number) 3

"#,
    r#"[{"type": "assertion", "severity": "error", "file": "spec/shop_spec.lua", "line": 3, "test": "sums adds", "message": "Expected objects to be equal.\nPassed in:\n(number) 2\nExpected:\n(number) 3"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "busted",
    "busted: tests of Lua",
    DOCS,
    &[Cow::Borrowed("lua")],
    &EXAMPLES,
);

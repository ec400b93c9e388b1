//! Collision: exceptions of Laravel's and other commands.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "Exception ",
            "   Error ",
            "TypeError ",
            "ValueError ",
            "CountError ",
            "ParseError "
        ]
    )
    .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

An exception's class, its message in a paragraph of its own, and `at FILE:3` with the source below.

## Versions seen

Collision 5 to 8, from its documentation.
"#;

static PARTS: [Part; 5] = [
    Part::one(r"^ {3}(?<code>(?:\w+\\)*\w*(?:Exception|Error)) *$"),
    Part::one(r"^\s*$"),
    Part::many(r"^ {2}(?<message>[^ a].*|a[^t].*|at[^ ].*)$"),
    Part::one(r"^\s*$"),
    Part::one(r"^ {2}at (?<file>{drive}[^:]+\.php):{line}$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Runtime, &PARTS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "an exception",
    r#"   ErrorException 

  Undefined variable $total

  at app/Shop.php:3
      1▕ <?php
"#,
    r#"[{"type": "runtime", "severity": "error", "code": "ErrorException", "file": "app/Shop.php", "line": 3, "message": "Undefined variable $total"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "collision",
    "Collision: exceptions of Laravel's and other commands",
    DOCS,
    &[Cow::Borrowed("php")],
    &EXAMPLES,
);

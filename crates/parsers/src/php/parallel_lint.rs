//! PHP Parallel Lint.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["Parse error: ", "Fatal error: "]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

`Parse error: FILE:3`, the source, and the message below it.

## Versions seen

PHP Parallel Lint 1, from its documentation.
"#;

static PARTS: [Part; 3] = [
    Part::one(r"^(?:Parse error|Fatal error): (?<file>\S+\.\w+):{line}$"),
    Part::many(r"^ *>? *\d+\|.*$"),
    Part::one("^{message}$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Syntax, &PARTS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a script that does not parse",
    r#"Parse error: src/shop.php:3
    1| <?php
  > 3| total(
Unexpected end of file
"#,
    r#"[{"type": "syntax", "severity": "error", "file": "src/shop.php", "line": 3, "message": "Unexpected end of file"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "parallel-lint",
    "PHP Parallel Lint",
    DOCS,
    &[Cow::Borrowed("php")],
    &EXAMPLES,
);

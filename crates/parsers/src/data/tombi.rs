//! Tombi: linter and formatter of TOML.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["  Error: ", "Warning: "]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

`  Error: message`, and below it `    at FILE:3:5`.

## Versions seen

Tombi 1.9.
"#;

/// Tombi aligns its labels at their ends.
static REFUSED: [Part; 2] = [Part::one(r"^  Error: {message}$"), Part::one(PLACE)];
static WARNED: [Part; 2] = [Part::one(r"^Warning: {message}$"), Part::one(PLACE)];

const PLACE: &str = r"^    at (?<file>\S.*\.(?:toml|lock)):{line}:{column}$";

static BLOCKS: [Block; 2] = [Block::of(ErrorType::Syntax, &REFUSED), Block::lint(&WARNED)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a document that does not parse",
    "  Error: expected ']'
    at src/t.toml:3:3
Warning: an empty key is discouraged
    at src/t.toml:5:1
1 file failed to be linted
",
    r#"[{"type": "syntax", "severity": "error", "file": "src/t.toml", "line": 3, "column": 3, "message": "expected ']'"},
        {"type": "lint", "severity": "warning", "file": "src/t.toml", "line": 5, "column": 1, "message": "an empty key is discouraged"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "tombi",
    "Tombi: linter and formatter of TOML",
    DOCS,
    &[Cow::Borrowed("toml")],
    &EXAMPLES,
);

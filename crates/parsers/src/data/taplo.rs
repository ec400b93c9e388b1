//! Taplo.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["error: invalid TOML"]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

`error: invalid TOML`, the place below it, and the source with what is wrong next to the mark.

## Versions seen

Taplo 0.7, as its package for Node.
"#;

static PARTS: [Part; 4] = [
    Part::one("^error: invalid TOML$"),
    Part::one("^ *┌─ {file}:{line}:{column}$"),
    Part::many(r"^ *\d* *│(?:[^^]*|.*[─╭]\^)$"),
    Part::one(r"^ *\d* *│.*\^ {message}$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Syntax, &PARTS)];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "a text that is not ended",
        "error: invalid TOML
  ┌─ /home/dev/project/a.toml:3:5
  │
3 │ c = \"x
  │     ^ unexpected token

",
        r#"[{"type": "syntax", "severity": "error", "file": "/home/dev/project/a.toml", "line": 3, "column": 5, "message": "unexpected token"}]"#,
    ),
    Example::new(
        "on two lines",
        "error: invalid TOML
  ┌─ a.toml:1:5
  │ \x20
1 │   a =\x20
  │ ╭────^
2 │ │ [b]
  │ ╰^ expected value

",
        r#"[{"type": "syntax", "file": "a.toml", "line": 1, "column": 5, "message": "expected value"}]"#,
    ),
];

static DESCRIPTOR: Descriptor =
    format::descriptor("taplo", "Taplo", DOCS, &[Cow::Borrowed("toml")], &EXAMPLES);

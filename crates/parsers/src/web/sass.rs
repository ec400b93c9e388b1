//! Sass (Dart Sass).

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["Error: "]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

`Error: message`, the quoted line, and below it `FILE 3:5  root stylesheet`.

## Versions seen

Dart Sass 1.108.
"#;

static PARTS: [Part; 5] = [
    Part::one("^Error: {message}$"),
    Part::one("^ +[╷,]$"),
    Part::many(r"^ *\d* *[│|╵'].*$"),
    Part::one(r"^  (?<file>\S.*?) {line}:{column}(?:  \S.*)?$"),
    Part::many(r"^  \S.* \d+:\d+ +\S.*$"),
];

static BLOCKS: [Block; 1] =
    [Block::of(ErrorType::Build, &PARTS).broken(&["expected", "Expected", "unmatched"])];

static EXAMPLES: [Example; 1] = [Example::new(
    "a variable that is not defined",
    "Error: Undefined variable.
  ╷
1 │ .b { color: $c; }
  │             ^^
  ╵
  style.scss 1:13  root stylesheet
",
    r#"[{"type": "build", "severity": "error", "file": "style.scss", "line": 1, "column": 13, "message": "Undefined variable."}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "sass",
    "Sass (Dart Sass)",
    DOCS,
    &[Cow::Borrowed("scss"), Cow::Borrowed("sass")],
    &EXAMPLES,
);

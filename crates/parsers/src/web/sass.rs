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

`Error: message`, the quoted line, and below it `FILE 3:5  root stylesheet`. Ruby Sass and LibSass: below the message
`        on line 3[:5] of FILE`.

## Versions seen

Dart Sass 1.108; Ruby Sass 3 and LibSass 3 from their documentation.
"#;

static PARTS: [Part; 5] = [
    Part::one("^Error: {message}$"),
    Part::one(r"^ +(?:[╷,]|on line {line}(?::{column})? of (?<file>\S.*))$"),
    Part::many(r"^ *\d* *[│|╵'].*$"),
    Part::maybe(r"^  (?<file>\S.*?) {line}:{column}(?:  \S.*)?$"),
    Part::many(r"^  \S.* \d+:\d+ +\S.*$"),
];

static BLOCKS: [Block; 1] =
    [Block::of(ErrorType::Build, &PARTS).broken(&["Invalid CSS", "expected", "Expected", "unmatched"])];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "a variable that is not defined",
        "Error: Undefined variable.
  ╷
1 │ .b { color: $c; }
  │             ^^
  ╵
  style.scss 1:13  root stylesheet
",
        r#"[{"type": "build", "severity": "error", "file": "style.scss", "line": 1, "column": 13, "message": "Undefined variable."}]"#,
    ),
    Example::new(
        "LibSass",
        "Error: Invalid CSS after \"a\": expected \"{\", was \"\"\n        on line 3:5 of style.scss\n>> a\n   ----^\n",
        r#"[{"type": "syntax", "severity": "error", "file": "style.scss", "line": 3, "column": 5}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "sass",
    "Sass (Dart Sass)",
    DOCS,
    &[Cow::Borrowed("scss"), Cow::Borrowed("sass")],
    &EXAMPLES,
);

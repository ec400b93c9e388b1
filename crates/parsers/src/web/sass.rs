//! Sass (Dart Sass).

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &["Error: ", "Syntax error: ", "WARNING: ", "DEPRECATION WARNING"]
    )
    .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`Error: message`, the quoted line, and below it `FILE 3:5  root stylesheet`. Ruby Sass and LibSass: below the message
`        on line 3[:5] of FILE`, also of a `WARNING: ` and `DEPRECATION WARNING on line 3 of FILE:`.

## Versions seen

Dart Sass 1.108; Ruby Sass 3 and LibSass 3 from their documentation.
"#;

static PARTS: [Part; 5] = [
    Part::one("^(?:Syntax error|Error): {message}$"),
    Part::one(r"^ +(?:[╷,]|on line {line}(?::{column})? of (?<file>\S.*))$"),
    Part::many(r"^ *\d* *[│|╵'].*$"),
    Part::maybe(r"^  (?<file>\S.*?) {line}:{column}(?:  \S.*)?$"),
    Part::many(r"^  \S.* \d+:\d+ +\S.*$"),
];

static WARNING: [Part; 2] = [
    Part::one("^(?:DEPRECATION )?WARNING: {message}$"),
    Part::one(r"^ +on line {line}(?::{column})?(?: of|, in .*? of) (?<file>\S.*)$"),
];

static DEPRECATION: [Part; 2] = [
    Part::one(r"^(?:DEPRECATION )?WARNING on line {line}(?:, column {column})? of (?<file>\S.*?): ?$"),
    Part::one("^{message}$"),
];

static BLOCKS: [Block; 3] = [
    Block::of(ErrorType::Build, &PARTS).broken(&["Invalid CSS", "expected", "Expected", "unmatched"]),
    Block::lint(&WARNING),
    Block::lint(&DEPRECATION),
];

static EXAMPLES: [Example; 4] = [
    Example::new(
        "Ruby Sass",
        "Syntax error: Invalid CSS after \"a {\": expected \"}\", was \"\"\n        on line 3 of shop.scss\n  Use --trace for backtrace.\n",
        r#"[{"type": "syntax", "severity": "error", "file": "shop.scss", "line": 3}]"#,
    ),
    Example::new(
        "what is going to change",
        "DEPRECATION WARNING on line 5 of shop.scss:\nExtending a compound selector, .a.b, is deprecated\n",
        r#"[{"type": "lint", "severity": "warning", "file": "shop.scss", "line": 5}]"#,
    ),
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

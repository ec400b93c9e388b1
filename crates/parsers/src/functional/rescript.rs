//! ReScript.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &["We've found a bug for you!", "Syntax error!", "Warning number "]
    )
    .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`We've found a bug for you!` (or `Syntax error!`, `Warning number 27`), the place, the quoted lines, and the
message below them.

## Versions seen

ReScript 12; 9 to 11 from its documentation.
"#;

static PARTS_1: [Part; 4] = [
    Part::one(r"^  (?:We've found a bug for you!|(?<severity>Warning) number (?<code>\d+)(?: .*)?)$"),
    Part::one(r"^  {file}:{line}:{column}(?:-(?:(?<end_line>\d+):)?(?<last_column>\d+))?$"),
    Part::many(r"^\s*$|^ +\d* *[│┆|].*$"),
    Part::many("^  {message}$"),
];

static PARTS_2: [Part; 4] = [
    Part::one("^  Syntax error!$"),
    Part::one(r"^  {file}:{line}:{column}(?:-(?:(?<end_line>\d+):)?(?<last_column>\d+))?$"),
    Part::many(r"^\s*$|^ +\d* *[│┆|].*$"),
    Part::many("^  {message}$"),
];

static BLOCKS: [Block; 2] = [
    Block::of(ErrorType::Type, &PARTS_1),
    Block::of(ErrorType::Syntax, &PARTS_2),
];

static EXAMPLES: [Example; 1] = [Example::new(
    "an error",
    "  We've found a bug for you!
  /home/dev/project/src/Shop.res:3:9-12

  1 │ let a = 1
  2 │ 
  3 │ let b = totl

  The value totl can't be found

",
    r#"[{"type": "type", "severity": "error", "file": "/home/dev/project/src/Shop.res", "line": 3, "column": 9, "end_column": 13, "message": "The value totl can't be found"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "rescript",
    "ReScript",
    DOCS,
    &[Cow::Borrowed("rescript")],
    &EXAMPLES,
);

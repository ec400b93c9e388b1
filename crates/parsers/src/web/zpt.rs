//! Zope page templates.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["*** Error in: "]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

`*** Error in: FILE`, and the error with its place below it.

## Versions seen

Zope 2.13 to 5, from its documentation.
"#;

static PARTS: [Part; 3] = [
    Part::one(r"^\*\*\* Error in: (?<file>\S.*)$"),
    Part::maybe("^ +Compilation failed$"),
    Part::one(
        r"^ +(?:[\w.]+(?:Error|Exception): )?{message},? (?:at line|\(line) {line},? column {column}\)?$",
    ),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Syntax, &PARTS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "tags that do not match",
    r#"*** Error in: shop.zpt
    TAL.HTMLTALParser.NestingError: Open tags <tal>, <p> do not match close tag </div>, at line 12, column 3
"#,
    r#"[{"type": "syntax", "severity": "error", "file": "shop.zpt", "line": 12, "column": 3, "message": "Open tags <tal>, <p> do not match close tag </div>"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "zpt",
    "Zope page templates",
    DOCS,
    &[Cow::Borrowed("html")],
    &EXAMPLES,
);

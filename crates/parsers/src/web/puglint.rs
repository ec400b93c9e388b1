//! pug-lint.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &[".pug:", ".jade:"])
        .lines(&LINES)
        .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

The reporter `inline` (`FILE:3:5 message`) and the default one: the place, the quoted lines, and below them
the message.

## Versions seen

pug-lint 2.7.
"#;

static LINES: [Pattern; 1] =
    [
        Pattern::lint(r"^(?<file>{drive}[^:]+\.(?:pug|jade)):{line}(?::{column})? {message}$")
            .severity(Severity::Error),
    ];

static PARTS: [Part; 6] = [
    Part::one(r"^(?<file>{drive}[^:]+\.(?:pug|jade)):{line}(?::{column})?$"),
    Part::many(r"^ +>? *\d+\|.*$"),
    Part::maybe(r"^-+\^$"),
    Part::many(r"^ +\d+\|.*$"),
    Part::maybe("^$"),
    Part::one("^{message}$"),
];

static BLOCKS: [Block; 1] = [Block::lint(&PARTS).severity(Severity::Error)];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "inline",
        "views/shop.pug:3:5 Attribute interpolation operators must not be used\n",
        r#"[{"type": "lint", "severity": "error", "file": "views/shop.pug", "line": 3, "column": 5}]"#,
    ),
    Example::new(
        "the default report",
        r#"/home/dev/project/views/shop.pug:2:1
    1| div
  > 2| p= "a"
-------^
    3| 

Attributes must not be quoted
"#,
        r#"[{"line": 2, "column": 1, "message": "Attributes must not be quoted"}]"#,
    ),
];

static DESCRIPTOR: Descriptor =
    format::descriptor("puglint", "pug-lint", DOCS, &[Cow::Borrowed("pug")], &EXAMPLES);

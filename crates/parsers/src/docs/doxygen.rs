//! Doxygen.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "file while inside a",
            "is not documented",
            "documented symbol",
            "documented function",
            "documented parameter",
            "not documented",
            "has multiple",
            "no uniquely matching",
            "nable to resolve",
            "of command",
            "ound unknown command",
            "nknown command",
            "Unsupported xml",
            "explicit link request",
            "could not be found",
            " statement",
            " command",
            " section"
        ]
    )
    .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`FILE:171: warning: message`, in lower case since version 1.8, and messages that go on in the lines below.

## Versions seen

Doxygen 1.5 to 1.12, from its documentation.
"#;

static PARTS: [Part; 2] = [
    Part::one(
        r"^{file}:{line}: (?<severity>[Ww]arning|[Ee]rror): (?<message>.*(?:\bfile while inside a\b|\\\w+ (?:statement|command|section)|documented (?:function|symbol|parameter)|not documented|is not documented|has multiple|no uniquely matching class member|unable to resolve (?:link|reference)|argument .* of command|found in|Found unknown command|unknown command|Unsupported xml/html tag|explicit link request|Reached end of file|image file|could not be found|ignoring \\).*)$",
    ),
    Part::many("^(?<message>The command that should .*|Possible candidates:.*|  .*::.*|Did you mean .*)$"),
];

static BLOCKS: [Block; 1] = [Block::lint(&PARTS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a message of two lines",
    "/home/dev/project/shop.cpp:171: Warning: reached end of file while inside a dot block!\nThe command that should end the block seems to be missing!\n",
    r#"[{"type": "lint", "severity": "warning", "file": "/home/dev/project/shop.cpp", "line": 171, "message": "reached end of file while inside a dot block!\nThe command that should end the block seems to be missing!"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "doxygen",
    "Doxygen",
    DOCS,
    &[Cow::Borrowed("c"), Cow::Borrowed("cpp")],
    &EXAMPLES,
);

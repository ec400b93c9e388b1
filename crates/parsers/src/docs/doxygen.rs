//! Doxygen.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
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
            " section",
            "warning: tag ",
            "warning: source '",
            "warning: ignoring unsupported tag"
        ]
    )
    .lines(&LINES)
    .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`FILE:171: warning: message`, in lower case since version 1.8, messages that go on in the lines below, and what
is wrong with the configuration (`warning: ignoring unsupported tag ... at line 1, file Doxyfile`).

## Versions seen

Doxygen 1.9.4; 1.5 to 1.12 from its documentation.
"#;

/// What is wrong with the configuration.
static LINES: [Pattern; 2] = [
    Pattern::lint(r"^{severity}: (?<message>ignoring unsupported tag .+) at line {line}, file {file}$"),
    Pattern::lint(r"^{severity}: (?<message>(?:tag \w+: |source '.+' is not ).+)$"),
];

static PARTS: [Part; 2] = [
    Part::one(
        r"^{file}:{line}: (?<severity>[Ww]arning|[Ee]rror): (?<message>.*(?:\bfile while inside a\b|\\\w+ (?:statement|command|section)|documented (?:function|symbol|parameter)|not documented|is not documented|has multiple|no uniquely matching class member|unable to resolve (?:link|reference)|argument .* of command|found in|Found unknown command|unknown command|Unsupported xml/html tag|explicit link request|Reached end of file|image file|could not be found|ignoring \\).*)$",
    ),
    Part::many(
        "^(?<message>  parameter '.*'|The command that should .*|Possible candidates:.*|  .*::.*|Did you mean .*)$",
    ),
];

static BLOCKS: [Block; 1] = [Block::lint(&PARTS)];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "parameters, and a tag of the configuration",
        "warning: ignoring unsupported tag 'NOPE' at line 1, file Doxyfile\nwarning: tag INPUT: input source 'nodir' does not exist\n/home/dev/project/d.h:2: warning: The following parameter of f(int x) is not documented:\n  parameter 'x'\n",
        r#"[{"severity": "warning", "file": "Doxyfile", "line": 1}, {"message": "tag INPUT: input source 'nodir' does not exist"},
            {"line": 2, "message": "The following parameter of f(int x) is not documented:\nparameter 'x'"}]"#,
    ),
    Example::new(
        "a message of two lines",
        "/home/dev/project/shop.cpp:171: Warning: reached end of file while inside a dot block!\nThe command that should end the block seems to be missing!\n",
        r#"[{"type": "lint", "severity": "warning", "file": "/home/dev/project/shop.cpp", "line": 171, "message": "reached end of file while inside a dot block!\nThe command that should end the block seems to be missing!"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "doxygen",
    "Doxygen",
    DOCS,
    &[Cow::Borrowed("c"), Cow::Borrowed("cpp")],
    &EXAMPLES,
);

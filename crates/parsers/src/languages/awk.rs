//! gawk, mawk and other awks.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &["awk: "])
        .lines(&LINES)
        .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`gawk: a.awk:2: text` and below it the mark with the message; and `gawk: a.awk:3: fatal: message`.

## Versions seen

gawk 5.1.
"#;

static LINES: [Pattern; 1] = [Pattern::compiler(r"^(?:g|m|n)?awk: {file}:{line}: (?:\(FILENAME=.*\) )?(?<severity>fatal error|fatal|warning|error): {message}$").words(&[("fatal", Severity::Error)]).broken(&["syntax error"])];

static PARTS: [Part; 2] = [
    Part::one("^(?:g|m|n)?awk: {file}:{line}: .*$"),
    Part::one(r"^(?:g|m|n)?awk: {drive}[^:]+:\d+: +\^ {message}$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Syntax, &PARTS)];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "a syntax error",
        "gawk: a.awk:1: BEGIN { x = foo( }\ngawk: a.awk:1:                  ^ syntax error\n",
        r#"[{"type": "syntax", "severity": "error", "file": "a.awk", "line": 1, "message": "syntax error"}]"#,
    ),
    Example::new(
        "a warning",
        "gawk: a.awk:3: warning: function `f' called but never defined\n",
        r#"[{"severity": "warning", "line": 3}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "awk",
    "gawk, mawk and other awks",
    DOCS,
    &[Cow::Borrowed("awk")],
    &EXAMPLES,
);

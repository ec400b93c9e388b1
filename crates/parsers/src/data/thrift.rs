//! the Thrift compiler.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &["[ERROR:", "[WARNING:", "[FAILURE:"])
        .lines(&LINES)
        .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`[ERROR:FILE:3] (last token was 'x')`, below it the message, and `[WARNING:FILE:3] message`.

## Versions seen

Thrift 0.9 to 0.20, from its documentation.
"#;

static LINES: [Pattern; 2] = [
    Pattern::of(
        ErrorType::Build,
        r"^\[(?<severity>WARNING):{file}:{line}\] {message}$",
    ),
    Pattern::of(
        ErrorType::Build,
        r"^\[(?:FAILURE|ERROR):{file}:{line}\] (?<message>[^(\s].*)$",
    ),
];

static PARTS: [Part; 2] = [
    Part::one(r"^\[(?:ERROR|FAILURE):{file}:{line}\] \(last token was '.*'\)$"),
    Part::one("^{message}$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Build, &PARTS).broken(&["syntax error"])];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "a syntax error",
        "[ERROR:/home/dev/project/shop.thrift:3] (last token was 'strct')\nsyntax error\n",
        r#"[{"type": "syntax", "severity": "error", "file": "/home/dev/project/shop.thrift", "line": 3, "message": "syntax error"}]"#,
    ),
    Example::new(
        "a warning",
        r#"[WARNING:/home/dev/project/shop.thrift:7] The "byte" type is a compatibility alias for "i8".
"#,
        r#"[{"severity": "warning", "line": 7}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "thrift",
    "the Thrift compiler",
    DOCS,
    &[Cow::Borrowed("thrift")],
    &EXAMPLES,
);

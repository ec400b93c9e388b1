//! Snakemake: workflows that do not parse.

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
            "Error in file ",
            "Error in line ",
            "Exception in file ",
            "Exception in line "
        ]
    )
    .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`SyntaxError in file FILE, line 12:`, before version 7 `SyntaxError in line 12 of FILE:`, and the message below.

## Versions seen

Snakemake 5 to 8, from its source.
"#;

static PARTS: [Part; 2] = [
    Part::one(r"^(?<code>\w+(?:Error|Exception)) in file (?<file>[^,]+), line {line}:$"),
    Part::one(r"^{message}$"),
];

static OLDER: [Part; 2] = [
    Part::one(r"^(?<code>\w+(?:Error|Exception)) in line {line} of (?<file>\S.*):$"),
    Part::one(r"^{message}$"),
];

static BLOCKS: [Block; 2] = [
    Block::compiler(&PARTS).broken(&["SyntaxError"]),
    Block::compiler(&OLDER).broken(&["SyntaxError"]),
];

static EXAMPLES: [Example; 1] = [Example::new(
    "a syntax error",
    "SyntaxError in file /home/dev/project/Snakefile, line 12:\nUnexpected keyword outptu in rule definition\n",
    r#"[{"type": "syntax", "severity": "error", "code": "SyntaxError", "file": "/home/dev/project/Snakefile", "line": 12, "message": "Unexpected keyword outptu in rule definition"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "snakemake",
    "Snakemake",
    DOCS,
    &[Cow::Borrowed("python")],
    &EXAMPLES,
);

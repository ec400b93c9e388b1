//! Agda.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &[".agda:", ".lagda:"])
        .priority(1)
        .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`FILE:3,5-8` or, of several lines, `FILE:3,5-4,8`, and the message below it up to the next blank line.

## Versions seen

Agda 2.6.2.2; 2.6 and 2.7 from its documentation.
"#;

/// A line of a message: sentences and terms, which no file's name or place begins.
const SAID: &str = r"^(?<message>[^\s(:]+ \S.*|[^\s:.(]+:?|\.\.\.| +\S.*)$";

static PARTS: [Part; 3] = [
    Part::one(
        r"^(?<file>{drive}[^:\s]+\.l?agda(?:\.\w+)?):{line}[,.]{column}-(?:{end_line}[,.])?{end_column}(?:: (?<severity>error|warning): \[(?<code>[\w.-]+)\])?$",
    ),
    Part::maybe(r"^(?<severity>warning): -W\[no\](?<code>\w+)$"),
    Part::many(SAID),
];

/// The message begins with the place once more.
static PARSE: [Part; 3] = [
    Part::one(r"^(?<file>{drive}[^:\s]+\.l?agda(?:\.\w+)?):{line},{column}-(?:\d+,)?\d+$"),
    Part::one(r"^\S+:\d+,\d+: (?<message>(?:Parse|Lexical) error.*)$"),
    Part::many(SAID),
];

static MISSING: [Part; 3] = [
    Part::one(r"^(?<file>{drive}[^:\s]+\.l?agda(?:\.\w+)?):{line},{column}-(?:{end_line},)?{end_column}$"),
    Part::one("^(?<message>Failed to find source of module .*)$"),
    Part::many(SAID),
];

static BLOCKS: [Block; 3] = [
    Block::of(ErrorType::Syntax, &PARSE),
    Block::of(ErrorType::Import, &MISSING),
    Block::of(ErrorType::Type, &PARTS),
];

static EXAMPLES: [Example; 1] = [Example::new(
    "a name that is not known",
    r#"/home/dev/project/Shop.agda:3,5-9
Not in scope:
  totl at /home/dev/project/Shop.agda:3,5-9
when scope checking totl
"#,
    r#"[{"type": "type", "severity": "error", "file": "/home/dev/project/Shop.agda", "line": 3, "column": 5, "end_line": 3, "end_column": 9}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor("agda", "Agda", DOCS, &[Cow::Borrowed("agda")], &EXAMPLES);

//! PureScript.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Field, Grammar, Part, Records},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "rror found:",
            "Error 1 of",
            "Warning found:",
            "[ERROR ",
            "[WARN ",
            "arning 1 of",
            "\"errorCode\""
        ]
    )
    .blocks(&BLOCKS)
    .records(&RECORDS)
);

const DOCS: &str = r#"
## What it understands

`Error found:` or `[ERROR 1/1 TypesDoNotUnify]`, the place with both ends, and the explanation below it; and
`--json-errors`.

## Versions seen

PureScript 0.13 to 0.15, spago 0.20 and 0.93, from their documentation.
"#;

/// `--json-errors`.
static FIELDS: [(Field, &str); 7] = [
    (Field::File, "filename"),
    (Field::Line, "position.startLine"),
    (Field::Column, "position.startColumn"),
    (Field::EndLine, "position.endLine"),
    (Field::EndColumn, "position.endColumn"),
    (Field::Code, "errorCode"),
    (Field::Message, "message"),
];

static RECORDS: [Records; 2] = [
    Records::of(ErrorType::Type, "errors.*", &FIELDS)
        .needing(&["errorCode", "message"])
        .broken(&["ErrorParsingModule"]),
    Records::lint("warnings.*", &FIELDS).needing(&["errorCode", "message"]),
];

static PARTS_1: [Part; 7] = [
    Part::one(r"^(?<severity>Error|Warning) (?:found|\d+ of \d+):$"),
    Part::many(r"^\s*(?:in module .*)?$"),
    Part::one(r"^\s*at {file}:{line}:{column} - {end_line}:{end_column} \(.*\)$"),
    Part::many("^$"),
    Part::many("^  {message}$|^$"),
    Part::many("^(?:while .*|where .*|in value .*|  .*|)$"),
    Part::maybe(r"^See https://\S+/errors/(?<code>\w+)\.md .*$"),
];

static PARTS_2: [Part; 3] = [
    Part::one(r"^\s*\[(?<severity>ERROR|WARN)(?:ING)? \d+/\d+ (?<code>\w+)\] {file}:{line}:{column}$"),
    Part::many(r"^$|^ +\d+ .*$|^ +[~^v]+$"),
    Part::many("^  {message}$"),
];

static BLOCKS: [Block; 2] = [
    Block::of(ErrorType::Type, &PARTS_1).broken(&["Unable to parse"]),
    Block::of(ErrorType::Type, &PARTS_2).broken(&["ErrorParsingModule"]),
];

static EXAMPLES: [Example; 1] = [Example::new(
    "an error",
    "Error found:
in module Main
at src/Main.purs:5:8 - 5:12 (line 5, column 8 - line 5, column 12)

  Unknown value totl


See https://github.com/purescript/documentation/blob/master/errors/UnknownName.md for more information,
",
    r#"[{"type": "type", "severity": "error", "code": "UnknownName", "file": "src/Main.purs", "line": 5, "column": 8, "end_line": 5, "end_column": 12, "message": "Unknown value totl"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "purescript",
    "PureScript",
    DOCS,
    &[Cow::Borrowed("purescript")],
    &EXAMPLES,
);

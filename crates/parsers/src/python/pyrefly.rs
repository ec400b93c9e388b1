//! Pyrefly, in its full and one-line formats.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Field, Grammar, Part, Pattern, Records},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &["ERROR ", " WARN ", "\"concise_description\""])
        .priority(6)
        .lines(&LINES)
        .blocks(&BLOCKS)
        .records(&RECORDS)
);

const DOCS: &str = r#"
## What it understands

`ERROR message [rule]`, below it ` --> FILE:11:7` and the marked line; and `--output-format min-text`,
`ERROR FILE:11:7-17: message [rule]`; and JSON.

## Versions seen

Pyrefly 0.4 to 1.4.
"#;

static LINES: [Pattern; 1] = [Pattern::of(ErrorType::Type, r"^ ?(?<severity>ERROR|WARN|INFO) {file}:{line}:{column}(?:-(?:(?<end_line>\d+):)?(?<end_column>\d+))?: {message} \[(?<code>[a-z-]+)\]$").broken(&["parse-error", "invalid-syntax"])];

static PARTS: [Part; 6] = [
    Part::one(r"^ ?(?<severity>ERROR|WARN|INFO) {message} \[(?<code>[a-z-]+)\]$"),
    Part::one("^ +--> {file}:{line}:{column}$"),
    Part::many(r"^\s*\d+ \|.*$|^\s*\|\s*$"),
    Part::Marks,
    Part::many(r"^\s*\d* \|.*$"),
    Part::many(r"^  \S.*$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Type, &PARTS).broken(&["parse-error", "invalid-syntax"])];

static FIELDS: [(Field, &str); 8] = [
    (Field::File, "path"),
    (Field::Line, "line"),
    (Field::Column, "column"),
    (Field::EndLine, "stop_line"),
    (Field::EndColumn, "stop_column"),
    (Field::Severity, "severity"),
    (Field::Code, "name"),
    (Field::Message, "description"),
];

static RECORDS: [Records; 1] = [Records::of(ErrorType::Type, "errors.*", &FIELDS)
    .needing(&["concise_description"])
    .broken(&["parse-error", "invalid-syntax"])];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "full",
        "ERROR Could not find name `totl` [unknown-name]
  --> shop.py:11:7
   |
11 | print(totl)
   |       ^^^^
",
        r#"[{"type": "type", "severity": "error", "code": "unknown-name", "file": "shop.py", "line": 11, "column": 7, "end_column": 11}]"#,
    ),
    Example::new(
        "one line",
        "ERROR shop.py:11:7-11: Could not find name `totl` [unknown-name]\n",
        r#"[{"type": "type", "code": "unknown-name", "line": 11, "column": 7, "end_column": 11}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "pyrefly",
    "Pyrefly, in its full and one-line formats",
    DOCS,
    &[Cow::Borrowed("python")],
    &EXAMPLES,
);

//! Flow, in text and JSON.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Field, Grammar, Part, Pattern, Records},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &["Error -", "Error ┈", "Warning -", "Warning ┈", "\"descr\""]
    )
    .lines(&LINES)
    .blocks(&BLOCKS)
    .records(&RECORDS)
);

const DOCS: &str = r#"
## What it understands

`Error --- FILE:3:5`, below it the message with the code at its end, and the quoted lines; the same with `--one-line`; and `--json`, where a
message is in pieces and the first that has a place is the error's, unless an operation is named.

## Versions seen

Flow 0.336; 0.66 to 0.250 from its documentation.
"#;

/// With line breaks written as `\n`.
static LINES: [Pattern; 1] = [Pattern::of(
    ErrorType::Type,
    r"^(?<severity>Error|Warning) [-┈]{3,} {file}:{line}:{column}\\n\\n{message}(?:(?: |\\n)\[(?<code>[a-z][\w-]+)\])?\\n\\n.*$",
)];

static PARTS: [Part; 4] = [
    Part::one("^(?<severity>Error|Warning) [-┈]{3,} {file}:{line}:{column}$"),
    Part::one("^$"),
    Part::many(r"^(?<message>[^\s\[].*|\[\d.*)$"),
    // Where the line is full.
    Part::maybe(r"^\[(?<code>[a-z][\w-]+)\]$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Type, &PARTS).trailing_code()];

static FIELDS: [(Field, &str); 15] = [
    (Field::Code, "error_codes.0"),
    (Field::File, "operation.loc.source"),
    (Field::Line, "operation.loc.start.line"),
    (Field::Column, "operation.loc.start.column"),
    (Field::File, "message.0.loc.source"),
    (Field::Line, "message.0.loc.start.line"),
    (Field::Column, "message.0.loc.start.column"),
    (Field::EndLine, "message.0.loc.end.line"),
    (Field::LastColumn, "message.0.loc.end.column"),
    (Field::Severity, "level"),
    (Field::Message, "message.0.descr"),
    (Field::Message, "message.1.descr"),
    (Field::Message, "message.2.descr"),
    (Field::Message, "message.3.descr"),
    (Field::Message, "message.4.descr"),
];

static RECORDS: [Records; 1] = [Records::of(ErrorType::Type, "errors.*", &FIELDS)
    .needing(&["message.0.descr", "level"])
    .trailing_code()];

static EXAMPLES: [Example; 2] = [Example::new("an error", "Error ┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈ src/shop.js:3:7

Cannot call `total` with `1` bound to `x` because number [1] is incompatible with string [2]. [incompatible-call]

   3| total(1);

", r#"[{"type": "type", "severity": "error", "code": "incompatible-call", "file": "src/shop.js", "line": 3, "column": 7}]"#), Example::new("JSON", r#"{"flowVersion":"0.250.0","passed":false,"errors":[{"kind":"infer","level":"error","message":[{"descr":"number","type":"Blame","loc":{"source":"/home/dev/project/shop.js","type":"SourceFile","start":{"line":3,"column":7},"end":{"line":3,"column":7}}},{"descr":"This type is incompatible with","type":"Comment"},{"descr":"string","type":"Blame","loc":{"source":"/home/dev/project/cart.js","start":{"line":1,"column":9},"end":{"line":1,"column":14}}}]}]}
"#, r#"[{"type": "type", "severity": "error", "file": "/home/dev/project/shop.js", "line": 3, "column": 7}]"#)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "flow",
    "Flow, in text and JSON",
    DOCS,
    &[Cow::Borrowed("javascript"), Cow::Borrowed("typescript")],
    &EXAMPLES,
);

//! Jsonnet.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &["STATIC ERROR: ", "RUNTIME ERROR: "])
        .lines(&LINES)
        .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`STATIC ERROR: a.jsonnet:3:5-9: message`, and `RUNTIME ERROR: message` with the place below it.

## Versions seen

Jsonnet 0.18; 0.16 to 0.20 from its documentation.
"#;

static LINES: [Pattern; 1] =
    [
        Pattern::compiler("^STATIC ERROR: {file}:{line}:{column}(?:-{last_column})?: {message}$").broken(&[
            "Expected",
            "Did not expect",
            "Unexpected",
            "unexpected",
            "expected token",
        ]),
    ];

static PARTS: [Part; 4] = [
    Part::one("^RUNTIME ERROR: {message}$"),
    Part::many(r"^\t(?:std\.jsonnet|<.*>).*$"),
    Part::one(r"^\t{file}:(?:{line}:{column}(?:-{last_column})?|\(\d+:\d+\)-\(\d+:\d+\))(?:\t.*)?$"),
    Part::many(r"^\t.*$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Runtime, &PARTS)];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "static",
        "STATIC ERROR: shop.jsonnet:3:5-9: Unknown variable: totl\n",
        r#"[{"type": "type", "severity": "error", "file": "shop.jsonnet", "line": 3, "column": 5, "end_column": 10, "message": "Unknown variable: totl"}]"#,
    ),
    Example::new(
        "at run time",
        "RUNTIME ERROR: division by zero.
\tshop.jsonnet:2:9-14\t
\tDuring evaluation\t
",
        r#"[{"type": "runtime", "severity": "error", "file": "shop.jsonnet", "line": 2, "column": 9, "message": "division by zero."}]"#,
    ),
];

static DESCRIPTOR: Descriptor =
    format::descriptor("jsonnet", "Jsonnet", DOCS, &[Cow::Borrowed("jsonnet")], &EXAMPLES);

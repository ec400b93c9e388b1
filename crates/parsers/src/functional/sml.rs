//! SML of New Jersey, MLton and Poly/ML.

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
            ".sml:", ".sig:", ".fun:", ".ML:", "stdIn:", ".sml ", ".sig ", ".fun "
        ]
    )
    .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`a.sml:4.2-5.6 Error: message`, and lines indented below it; MLton: `Error: a.sml 4.2-5.6.`, the message
indented below; Poly/ML: `a.sml:4: error: message`, and below it the types and what it is near.

## Versions seen

Poly/ML 5.7; SML/NJ 110 and MLton 2021 from their documentation.
"#;

static PARTS: [Part; 2] = [
    Part::one(
        r"^(?<file>{drive}[^:\s]+\.(?:sml|sig|fun)|stdIn):{line}\.{column}(?:-{end_line}\.{end_column})? (?<severity>Error|Warning): {message}$",
    ),
    Part::many(r"^  (?<message>\S.*)$"),
];

static MLTON: [Part; 2] = [
    Part::one(
        r"^(?<severity>Error|Warning): (?<file>{drive}[^:\s]+\.(?:sml|sig|fun)) {line}\.{column}(?:-{end_line}\.{end_column})?\.$",
    ),
    Part::many(r"^  (?<message>\S.*)$"),
];

static POLYML: [Part; 3] = [
    Part::one(r"^(?<file>{drive}[^:\s]+\.(?:sml|sig|fun|ML)):{line}: (?<severity>error|warning): {message}$"),
    Part::many(r"^ {3}(?<message> *\S.*)$"),
    Part::maybe("^(?<message>Found near .*)$"),
];

static BLOCKS: [Block; 3] = [
    Block::compiler(&POLYML).broken(&["Expression expected", "; expected"]),
    Block::compiler(&MLTON),
    Block::compiler(&PARTS).broken(&["syntax error"]),
];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "Poly/ML",
        "a.sml:1: error: Type error in function application.\n   Function: + : int * int -> int\n   Argument: (x, \"a\") : int * string\nFound near x + \"a\"\nException- Fail \"Static Errors\" raised\n",
        r#"[{"type": "type", "severity": "error", "file": "a.sml", "line": 1, "message": "Type error in function application.\nFunction: + : int * int -> int\nArgument: (x, \"a\") : int * string\nFound near x + \"a\""}]"#,
    ),
    Example::new(
        "an error",
        "a.sml:4.5-4.9 Error: unbound variable or constructor: totl\n",
        r#"[{"type": "type", "severity": "error", "file": "a.sml", "line": 4, "column": 5, "message": "unbound variable or constructor: totl"}]"#,
    ),
    Example::new(
        "MLton",
        "Error: a.sml 3.5-3.8.\n  Undefined variable: totl.\n",
        r#"[{"severity": "error", "file": "a.sml", "line": 3, "column": 5, "message": "Undefined variable: totl."}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "sml",
    "SML of New Jersey, MLton and Poly/ML",
    DOCS,
    &[Cow::Borrowed("sml")],
    &EXAMPLES,
);

//! The Odin compiler.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            ") Error: ",
            ") Warning: ",
            ") Syntax Error: ",
            ") Syntax Warning: "
        ]
    )
    .lines(&LINES)
);

const DOCS: &str = r#"
## What it understands

`FILE(3:5) Error: message` and `FILE(3:5) Syntax Error: message`.

## Versions seen

Odin of 2021 to 2025, from its documentation.
"#;

static LINES: [Pattern; 2] = [
    Pattern::syntax(r"^{file}\({line}:{column}\) Syntax (?<severity>Error|Warning): {message}$"),
    Pattern::compiler(r"^{file}\({line}:{column}\) (?<severity>Error|Warning): {message}$"),
];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "a name that is not known",
        r#"/home/dev/project/shop.odin(9:1) Error: Undeclared name: total
"#,
        r#"[{"severity": "error", "file": "/home/dev/project/shop.odin", "line": 9, "column": 1}]"#,
    ),
    Example::new(
        "text that does not parse",
        r#"/home/dev/project/shop.odin(3:5) Syntax Error: Expected ';', got newline
"#,
        r#"[{"type": "syntax", "line": 3, "column": 5}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "odin",
    "The Odin compiler",
    DOCS,
    &[Cow::Borrowed("odin")],
    &EXAMPLES,
);

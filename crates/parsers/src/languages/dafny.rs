//! Dafny and Boogie.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[".dfy(", ".bpl("]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`a.dfy(3,5): Error: message`, and related places below it.

## Versions seen

Dafny 2 to 4, from its documentation.
"#;

static LINES: [Pattern; 2] = [
    Pattern::lint(r"^(?<file>[^(]+\.(?:dfy|bpl))\({line},{column}\): Related location: {message}$")
        .severity(Severity::Info),
    Pattern::compiler(
        r"^(?<file>[^(]+\.(?:dfy|bpl))\({line},{column}\): (?:(?<severity>Error|Warning|Info|error|warning)(?: \w+)?: ){message}$",
    ),
];

static EXAMPLES: [Example; 1] = [Example::new(
    "an error",
    "shop.dfy(3,5): Error: a postcondition could not be proved on this return path\n",
    r#"[{"type": "build", "severity": "error", "file": "shop.dfy", "line": 3, "column": 5}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "dafny",
    "Dafny and Boogie",
    DOCS,
    &[Cow::Borrowed("dafny")],
    &EXAMPLES,
);

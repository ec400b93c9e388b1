//! FreeBASIC.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[".bas(", ".bi("]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`FILE(3) error 41: message` and `FILE(3) warning 3(1): message`, the level in parentheses.

## Versions seen

fbc 1.10, from its source.
"#;

static LINES: [Pattern; 1] = [Pattern::compiler(
    r"^{file}\({line}\) (?<severity>error|warning) (?<code>\d+)(?:\(\d\))?: {message}$",
)];

static EXAMPLES: [Example; 1] = [Example::new(
    "an error and a warning",
    "shop.bas(3) error 41: Variable not declared, total in 'total = 1'\nshop.bas(5) warning 3(1): Passing different pointer types\n",
    r#"[{"severity": "error", "code": "41", "file": "shop.bas", "line": 3}, {"severity": "warning", "code": "3", "file": "shop.bas", "line": 5}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "freebasic",
    "FreeBASIC",
    DOCS,
    &[Cow::Borrowed("basic")],
    &EXAMPLES,
);

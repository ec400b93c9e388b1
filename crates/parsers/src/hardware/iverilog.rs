//! Icarus Verilog.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[".v:", ".sv:", ".vh:", ".svh:"]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`a.v:4: syntax error`, `a.v:4: error: message`, `a.v:4: warning: message`; the lines of explanation after
`a.v:4:      :`.

## Versions seen

Icarus Verilog 11.
"#;

static LINES: [Pattern; 2] = [
    Pattern::syntax(r"^(?<file>{drive}[^:\s]+\.s?vh?):{line}: (?<message>syntax error)$"),
    Pattern::compiler(
        r"^(?<file>{drive}[^:\s]+\.s?vh?):{line}: (?:(?<severity>error|warning|sorry|internal error): ){message}$",
    )
    .words(&[("sorry", Severity::Error)]),
];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "a syntax error",
        "a.v:4: syntax error\n",
        r#"[{"type": "syntax", "severity": "error", "file": "a.v", "line": 4}]"#,
    ),
    Example::new(
        "a warning",
        "b.v:4: warning: implicit definition of wire 'w'.\n",
        r#"[{"type": "lint", "severity": "warning", "line": 4}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "iverilog",
    "Icarus Verilog",
    DOCS,
    &[Cow::Borrowed("verilog")],
    &EXAMPLES,
);

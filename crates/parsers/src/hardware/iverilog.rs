//! Icarus Verilog.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &[".v:", ".sv:", ".vh:", ".svh:"])
        .lines(&LINES)
        .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`a.v:4: syntax error`, `a.v:4: error: message`, `a.v:4: warning: message`; the lines of explanation after
`a.v:4:      :`.

## Versions seen

Icarus Verilog 11.
"#;

static LINES: [Pattern; 1] = [Pattern::syntax(
    r"^(?<file>{drive}[^:\s]+\.s?vh?):{line}: (?<message>syntax error)$",
)];

/// What goes on stands behind the same place.
static PARTS: [Part; 2] = [
    Part::one(
        r"^(?<file>{drive}[^:\s]+\.s?vh?):{line}: (?:(?<severity>error|warning|sorry|internal error): ){message}$",
    ),
    Part::many(r"^{drive}[^:\s]+\.s?vh?:\d+: {5,}: {message}$"),
];

static BLOCKS: [Block; 1] = [Block::compiler(&PARTS).words(&[("sorry", Severity::Error)])];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "more of a message",
        "a.v:5: error: This assignment requires an explicit cast.\na.v:5:      : The type is an enumeration.\n",
        r#"[{"severity": "error", "file": "a.v", "line": 5, "message": "This assignment requires an explicit cast.\nThe type is an enumeration."}]"#,
    ),
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

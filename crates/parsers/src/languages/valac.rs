//! The Vala compiler.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            ".vala:",
            ".vapi:",
            ".gs:",
            "not found in specified Vala API directories"
        ]
    )
    .lines(&LINES)
);

const DOCS: &str = r#"
## What it understands

`FILE:3.5-3.9: error: message`, whose last column is part of the range, and `error: Package 'x' not found`.

## Versions seen

Vala 0.56.3.
"#;

static LINES: [Pattern; 2] = [
    Pattern::compiler(
        r"^(?<file>{drive}[^:]+\.(?:vala|vapi|gs)):{line}\.{column}-{end_line}\.{last_column}: (?:{severity}: )?{message}$",
    ),
    Pattern::of(
        ErrorType::Import,
        r"^{severity}: (?<message>Package .+ not found in specified Vala API directories.*)$",
    ),
];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "a name that is not known",
        "a.vala:3.3-3.5: error: The name `foo' does not exist in the context of `f'\n",
        r#"[{"type": "type", "severity": "error", "file": "a.vala", "line": 3, "column": 3, "end_line": 3, "end_column": 6}]"#,
    ),
    Example::new(
        "a package that is not there",
        "error: Package `nopkg' not found in specified Vala API directories or GObject-Introspection GIR directories\n",
        r#"[{"type": "import", "severity": "error"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "valac",
    "the Vala compiler",
    DOCS,
    &[Cow::Borrowed("vala")],
    &EXAMPLES,
);

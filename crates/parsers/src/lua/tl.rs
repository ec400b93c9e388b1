//! Teal's compiler.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(
    // Before luacheck, which reads the same lines.
    Grammar::new(
        &DESCRIPTOR,
        &[
            ".tl:",
            ".lua:",
            "1 error:",
            "syntax error:",
            " errors:",
            "1 warning:",
            " warnings:"
        ]
    )
    .priority(7)
    .listings(&LISTINGS)
);

const DOCS: &str = r#"
## What it understands

`FILE:2:15: message` below `2 errors:` or `1 warning:`, each with a rule of its own in brackets or none.

## Versions seen

Teal 0.15, from its documentation.
"#;

static FAULTS: [Pattern; 1] =
    [Pattern::compiler(r"^{file}:{line}:{column}: {message}$").broken(&["syntax error", "expected "])];

static REMARKS: [Pattern; 1] = [Pattern::lint(r"^{file}:{line}:{column}: {message}$")];

static LISTINGS: [Listing; 2] = [
    Listing::new(r"^\d+ (?:syntax )?errors?:$", &FAULTS).skipping("^[=-]+$"),
    Listing::new(r"^\d+ warnings?:$", &REMARKS).skipping("^[=-]+$"),
];

static EXAMPLES: [Example; 1] = [Example::new(
    "an error and a warning",
    r#"1 warning:
shop.tl:3:7: unused variable total: integer
========================================
1 error:
shop.tl:5:8: module not found: 'settings'
"#,
    r#"[{"type": "lint", "severity": "warning", "file": "shop.tl", "line": 3, "column": 7}, {"type": "import", "severity": "error", "line": 5, "column": 8, "message": "module not found: 'settings'"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "tl",
    "Teal's compiler",
    DOCS,
    &[Cow::Borrowed("teal"), Cow::Borrowed("lua")],
    &EXAMPLES,
);

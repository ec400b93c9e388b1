//! Standard, and linters that print like it.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[".js:", ".jsx:", ".ts:", ".tsx:", ".mjs:", ".cjs:", ".vue:"]
    )
    .lines(&LINES)
);

const DOCS: &str = r#"
## What it understands

`  FILE:3:7: message (rule)`, without the indentation in older versions, and `(warning)` after what is only warned of.

## Versions seen

standard 17.1.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(r"^(?:  )?{file}:{line}:{column}: {message} \((?:null|(?<code>[@a-z][\w@/-]*))\)(?: \((?<severity>warning)\))?$").severity(Severity::Error).broken(&["Parsing error"])];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "a finding",
        "  /home/dev/project/shop.js:3:7: Expected '===' and instead saw '=='. (eqeqeq)\n",
        r#"[{"type": "lint", "severity": "error", "code": "eqeqeq", "file": "/home/dev/project/shop.js", "line": 3, "column": 7}]"#,
    ),
    Example::new(
        "code that does not parse",
        "  /home/dev/project/bad.js:3:6: Parsing error: Unexpected token ; (null)\n",
        r#"[{"type": "syntax", "severity": "error", "line": 3}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "standard",
    "Standard, and linters that print like it",
    DOCS,
    &[Cow::Borrowed("javascript"), Cow::Borrowed("typescript")],
    &EXAMPLES,
);

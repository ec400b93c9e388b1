//! Standard, and linters that print like it.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[".js:", ".jsx:", ".ts:", ".tsx:", ".mjs:", ".cjs:", ".vue:"]
    )
    .lines(&LINES)
    .listings(&LISTINGS)
);

const DOCS: &str = r#"
## What it understands

`  FILE:3:7: message (rule)`, without the indentation in older versions, and `(warning)` after what is only warned of. Up to
version 9 no rule is named; the heading `standard: Use JavaScript Standard Style` then says whose findings come.

## Versions seen

standard 17.1.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(r"^(?:  )?{file}:{line}:{column}: {message} \((?:null|(?<code>[@a-z][\w@/-]*))\)(?: \((?<severity>warning)\))?$").severity(Severity::Error).broken(&["Parsing error"])];

static ROWS: [Pattern; 1] = [Pattern::lint(
    r"^  {file}:{line}:{column}: {message}(?: \((?:null|(?<code>[@a-z][\w@/-]*))\))?(?: \((?<severity>warning)\))?$",
)
.severity(Severity::Error)
.broken(&["Parsing error"])];

static LISTINGS: [Listing; 1] = [Listing::new(
    r"^(?:standard|semistandard|ts-standard|happiness): Use \w+(?: \w+)* Style(?: \(.*\))?$",
    &ROWS,
)
.skipping(r"^\w+: Run `.*$")];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "version 9",
        "standard: Use JavaScript Standard Style (https://standardjs.com)\n  /home/dev/project/shop.js:3:7: Extra semicolon.\n",
        r#"[{"type": "lint", "severity": "error", "file": "/home/dev/project/shop.js", "line": 3, "column": 7, "message": "Extra semicolon."}]"#,
    ),
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

//! stylint: Stylus.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["  warning  ", "  error  "]).listings(&LISTINGS));

const DOCS: &str = r#"
## What it understands

Rows below a file's name: `5:2  colons  warning  unnecessary colon found`, the column where it is known.

## Versions seen

stylint 1 and 2, from their documentation.
"#;

static ROWS: [Pattern; 1] = [Pattern::lint(
    r"^{line}(?::{column})? {2,}(?<code>[a-zA-Z]+) {2,}(?<severity>warning|error) {2,}{message}$",
)];

static LISTINGS: [Listing; 1] = [Listing::new(r"^(?<file>\S.*)$", &ROWS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "findings",
    r#"src/shop.styl
5:2  colons     warning  unnecessary colon found
11   semicolons  error    missing semicolon
"#,
    r#"[{"type": "lint", "severity": "warning", "code": "colons", "file": "src/shop.styl", "line": 5, "column": 2, "message": "unnecessary colon found"}, {"severity": "error", "line": 11}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "stylint",
    "stylint: Stylus",
    DOCS,
    &[Cow::Borrowed("stylus")],
    &EXAMPLES,
);

//! MATLAB's Code Analyzer (mlint).

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[" (C "]).listings(&LISTINGS));

const DOCS: &str = r#"
## What it understands

`L 3 (C 5-9): message`, with `-id` also the rule, below `========== FILE ==========` where there are several files.

## Versions seen

MATLAB R2010 to R2024, from its documentation.
"#;

static ROWS: [Pattern; 1] = [Pattern::lint(
    r"^L {line} \(C {column}(?:-{last_column})?\): (?:ID: ?)?(?:(?<code>[A-Z][A-Z0-9]{2,}): )?{message}$",
)
.broken(&["SYNER", "Parse error"])];

static LISTINGS: [Listing; 1] = [Listing::new(r"^=+ (?<file>\S.*) =+$", &ROWS).headless()];

static EXAMPLES: [Example; 1] = [Example::new(
    "a finding",
    r#"========== shop.m ==========
L 6 (C 7-11): NASGU: The value assigned here might never be used.
"#,
    r#"[{"type": "lint", "severity": "warning", "code": "NASGU", "file": "shop.m", "line": 6, "column": 7, "end_column": 12}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "mlint",
    "MATLAB's Code Analyzer (mlint)",
    DOCS,
    &[Cow::Borrowed("matlab")],
    &EXAMPLES,
);

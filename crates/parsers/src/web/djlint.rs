//! djLint.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "H00", "H01", "H02", "H03", "T00", "T01", "T02", "T03", "J00", "J01", "D00", "D01"
        ]
    )
    .listings(&LISTINGS)
);

const DOCS: &str = r#"
## What it understands

`H025 3:0 message`, below the file's name. djLint counts columns from 0.

## Versions seen

djLint 1, from its documentation.
"#;

static ROWS: [Pattern; 1] =
    [Pattern::lint(r"^(?<code>[HTJD]0\d{2}) {line}:{column} {message}$").columns_from_zero()];

static LISTINGS: [Listing; 1] = [Listing::new(r"^(?<file>\S.*\.\w+)$", &ROWS)
    .skipping(r"^[─=-]+$")
    .headless()];

static EXAMPLES: [Example; 1] = [Example::new(
    "a finding",
    "templates/shop.html
───────────────────────────────
H025 3:0 Tag seems to be an orphan. <div>
",
    r#"[{"type": "lint", "severity": "warning", "code": "H025", "file": "templates/shop.html", "line": 3, "column": 1}]"#,
)];

static DESCRIPTOR: Descriptor =
    format::descriptor("djlint", "djLint", DOCS, &[Cow::Borrowed("html")], &EXAMPLES);

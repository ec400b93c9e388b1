//! TLint.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["Lints for ", "! "]).listings(&LISTINGS));

const DOCS: &str = r#"
## What it understands

`Lints for FILE`, and below it `! message` with the line and its source.

## Versions seen

TLint 9, from its documentation.
"#;

static ROWS: [Pattern; 1] = [Pattern::lint(r"^! {message}$")];

static LISTINGS: [Listing; 1] = [Listing::new(r"^Lints for (?<file>\S.*)$", &ROWS)
    .continued(r"^{line} : `.*`?$")
    .skipping(r"^=+$|^\s*$")];

static EXAMPLES: [Example; 1] = [Example::new(
    "findings",
    r#"Lints for /home/dev/project/shop.php
============
! There should be no unused imports.
5 : `use Shop\Total;`
"#,
    r#"[{"type": "lint", "severity": "warning", "file": "/home/dev/project/shop.php", "line": 5, "message": "There should be no unused imports."}]"#,
)];

static DESCRIPTOR: Descriptor =
    format::descriptor("tlint", "TLint", DOCS, &[Cow::Borrowed("php")], &EXAMPLES);

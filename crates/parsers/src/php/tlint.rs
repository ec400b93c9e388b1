//! TLint.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["Lints for "]).listings(&LISTINGS));

const DOCS: &str = r#"
## What it understands

Below `Lints for FILE`: `! message`, and `5 : `the line``.

## Versions seen

TLint 4 to 9, from its documentation.
"#;

static ROWS: [Pattern; 1] = [Pattern::lint("^! {message}$")];

static LISTINGS: [Listing; 1] = [Listing::new("^Lints for (?<file>.+)$", &ROWS)
    .continued(r"^(?<line>\d+) : `.*`?$")
    .skipping(r"^=+$")];

static EXAMPLES: [Example; 1] = [Example::new(
    "a finding",
    r#"Lints for /home/dev/project/ShopTest.php
============
! There should be no unused imports.
5 : `use App\Cart;`
"#,
    r#"[{"type": "lint", "severity": "warning", "file": "/home/dev/project/ShopTest.php", "line": 5, "message": "There should be no unused imports."}]"#,
)];

static DESCRIPTOR: Descriptor =
    format::descriptor("tlint", "TLint", DOCS, &[Cow::Borrowed("php")], &EXAMPLES);

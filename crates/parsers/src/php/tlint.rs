//! TLint: conventions of Laravel.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["Lints for "]).listings(&LISTINGS));

const DOCS: &str = r#"
## What it understands

Below `Lints for FILE`: what is wrong, and the line where (``5 : `use Foo;` ``).

## Versions seen

TLint 6 to 9, from its documentation.
"#;

static ROWS: [Pattern; 1] = [Pattern::lint(r"^! {message}$")];

static LISTINGS: [Listing; 1] = [Listing::new(r"^Lints for (?<file>\S.*)$", &ROWS)
    .continued(r"^{line} : `.*`$")
    .skipping(r"^=*$")];

static EXAMPLES: [Example; 1] = [Example::new(
    "findings",
    r#"Lints for /home/dev/project/tests/ShopTest.php
============
! There should be no unused imports.
5 : `use Illuminate\Foundation;`
! There should be no method visibility in test methods.
15 : `    public function testAdds()`
"#,
    r#"[{"type": "lint", "severity": "warning", "file": "/home/dev/project/tests/ShopTest.php", "line": 5, "message": "There should be no unused imports."}, {"line": 15}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "tlint",
    "TLint: conventions of Laravel",
    DOCS,
    &[Cow::Borrowed("php")],
    &EXAMPLES,
);

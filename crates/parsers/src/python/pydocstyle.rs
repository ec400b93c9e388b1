//! pydocstyle.

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
            " in public ",
            " in private ",
            " at module level",
            " in nested ",
            " in class "
        ]
    )
    .listings(&LISTINGS)
);

const DOCS: &str = r#"
## What it understands

The place, and below it `D103: message`.

## Versions seen

pydocstyle 2 to 6.3.
"#;

static ROWS: [Pattern; 1] = [Pattern::lint(r"^\s+(?<code>D\d{3}): {message}$")];

static LISTINGS: [Listing; 1] = [Listing::new("^{file}:{line} (?:at|in) .+:$", &ROWS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a finding",
    "shop.py:2 in public function `total`:\n        D103: Missing docstring in public function\n",
    r#"[{"type": "lint", "severity": "warning", "code": "D103", "file": "shop.py", "line": 2, "message": "Missing docstring in public function"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "pydocstyle",
    "pydocstyle",
    DOCS,
    &[Cow::Borrowed("python")],
    &EXAMPLES,
);

//! twigcs.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[" : ERROR ", " : WARNING ", " : NOTICE "]).listings(&LISTINGS));

const DOCS: &str = r#"
## What it understands

`l.3 c.5 : ERROR message`, below the name of the template.

## Versions seen

twigcs 3 to 6, from their documentation.
"#;

static ROWS: [Pattern; 1] = [Pattern::lint(
    r"^l\.{line} +c\.{column} +: +(?<severity>ERROR|WARNING|NOTICE) {message}$",
)];

static LISTINGS: [Listing; 1] = [Listing::new(r"^(?<file>\S.*\.\w+)$", &ROWS).headless()];

static EXAMPLES: [Example; 1] = [Example::new(
    "a finding",
    r#"templates/shop.html.twig
l.3 c.5 : ERROR There should be 1 space between the "{" and the variable.
"#,
    r#"[{"type": "lint", "severity": "error", "file": "templates/shop.html.twig", "line": 3, "column": 5}]"#,
)];

static DESCRIPTOR: Descriptor =
    format::descriptor("twigcs", "twigcs", DOCS, &[Cow::Borrowed("twig")], &EXAMPLES);

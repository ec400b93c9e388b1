//! vala-lint.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &["  error  ", "  warn ", "  style  ", "  error   ", "  warning  "]
    )
    .listings(&LISTINGS)
);

const DOCS: &str = r#"
## What it understands

Rows below the file's name: `73.37  error  message  rule`.

## Versions seen

vala-lint 0.1, from its documentation.
"#;

static ROWS: [Pattern; 1] = [Pattern::lint(
    r"^ +{line}\.{column} +(?<severity>error|warn|warning|info|style) +{message}  +(?<code>[a-z]+(?:-[a-z]+)*)$",
)];

static LISTINGS: [Listing; 1] =
    [Listing::new(r"^(?<file>\S.*\.(?:vala|vapi))$", &ROWS).skipping(r"^ +\d+\.\d+ .*$")];

static EXAMPLES: [Example; 1] = [Example::new(
    "findings",
    "Application.vala
   18.18    warn    Expected space before paren                     space-before-paren
   73.37    error   Expected space before paren                     space-before-paren
",
    r#"[{"type": "lint", "severity": "warning", "code": "space-before-paren", "file": "Application.vala", "line": 18, "column": 18}, {"severity": "error", "line": 73, "column": 37}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "vala-lint",
    "vala-lint",
    DOCS,
    &[Cow::Borrowed("vala")],
    &EXAMPLES,
);

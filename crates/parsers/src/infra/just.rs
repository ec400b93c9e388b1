//! just.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[" ——▶ "]).listings(&LISTINGS));

const DOCS: &str = r#"
## What it understands

`error: message`, and below it `——▶ justfile:3:5` and the source.

## Versions seen

just 1, from its documentation.
"#;

static ROWS: [Pattern; 1] = [Pattern::compiler(r"^ +——▶ (?<file>\S.*?):{line}:{column}$")];

static LISTINGS: [Listing; 1] = [Listing::new("^(?<severity>error|warning): {message}$", &ROWS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "an attribute that does not exist",
    r#"error: Unknown attribute `x`
 ——▶ justfile:3:5
  │
3 │ [x]
"#,
    r#"[{"severity": "error", "file": "justfile", "line": 3, "column": 5, "message": "Unknown attribute `x`"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor("just", "just", DOCS, &[Cow::Borrowed("just")], &EXAMPLES);

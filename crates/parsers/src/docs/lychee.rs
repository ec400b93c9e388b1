//! lychee: links.

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["] http", "] file:", "] mailto:"]).listings(&LISTINGS));

const DOCS: &str = r#"
## What it understands

Links below `[README.md]:` that lead nowhere: `[404] https://example.com | message`, in later versions with the line. Links that were left out are no findings.

## Versions seen

lychee 0.10 to 0.20, from their documentation.
"#;

static ROWS: [Pattern; 1] = [Pattern::lint(
    r"^\[(?<code>\d{3}|ERROR|ERR|TIMEOUT|UNKNOWN|NETWORK)\] (?<message>(?:https?|file|mailto):\S+(?: (?:\(at {line}:{column}\) )?\|.*)?)$",
)
.severity(Severity::Error)];

static LISTINGS: [Listing; 1] = [Listing::new(
    r"^(?:Errors in |\[)(?<file>[^\]\s]+)(?:\]:)?$",
    &ROWS,
)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a link",
    r#"Errors in README.md
[404] https://example.com/shop | Rejected status code: 404 Not Found
"#,
    r#"[{"type": "lint", "severity": "error", "code": "404", "file": "README.md"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor("lychee", "lychee: links", DOCS, &[], &EXAMPLES);

//! specs2.

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use super::LANGUAGES;
use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[".scala:"]).listings(&LISTINGS));

const DOCS: &str = r#"
## What it understands

`  x example` (or `!`, of an exception), and below it `message (ShopSpec.scala:12)`.

## Versions seen

specs2 4, from its documentation.
"#;

static ROWS: [Pattern; 1] = [Pattern::of(
    ErrorType::Assertion,
    r"^(?:\[error\] )? +{message} \((?<file>{drive}[^():\s]+\.scala):{line}\)$",
)];

static LISTINGS: [Listing; 1] = [Listing::new(r"^(?:\[error\] )? *[x!] (?<test>\S.*)$", &ROWS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "an example that fails",
    "[info] Shop should\n[error]   x add\n[error]    1 != 2 (ShopSpec.scala:12)\n",
    r#"[{"type": "assertion", "severity": "error", "file": "ShopSpec.scala", "line": 12, "test": "add", "message": "1 != 2"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor("specs2", "specs2", DOCS, LANGUAGES, &EXAMPLES);

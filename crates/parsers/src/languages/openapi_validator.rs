//! IBM's OpenAPI validator.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["  Message :   "]).listings(&LISTINGS));

const DOCS: &str = r#"
## What it understands

Below `errors` and `warnings` the findings as lines of `Message :`, `Rule :`, `Path :` and `Line :`.

## Versions seen

openapi-validator 0.31 to 1, from their documentation.
"#;

static ROWS: [Pattern; 1] = [Pattern::lint(r"^ {2}Message :   {message}$")];

static LISTINGS: [Listing; 1] = [Listing::new(r"^\s*(?<severity>errors|warnings)$", &ROWS)
    .continued(r"^ {2}(?:Line    :   {line}|Rule    :   (?<code>\S+)|Path    :   .*)$")
    .headless()];

static EXAMPLES: [Example; 1] = [Example::new(
    "findings",
    r#"errors

  Message :   Operations must have unique operationIds.
  Rule    :   operation-id-unique
  Path    :   paths./pets.get
  Line    :   7

warnings

  Message :   Path segments should be lower case.
  Path    :   paths./Pets
  Line    :   5
"#,
    r#"[{"type": "lint", "severity": "error", "code": "operation-id-unique", "line": 7, "message": "Operations must have unique operationIds."}, {"severity": "warning", "line": 5}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "openapi-validator",
    "IBM's OpenAPI validator",
    DOCS,
    &[Cow::Borrowed("openapi")],
    &EXAMPLES,
);

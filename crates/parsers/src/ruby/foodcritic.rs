//! Foodcritic.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["FC0", "FC1", "ETSY"]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`FC001: message: ./recipes/a.rb:3`.

## Versions seen

Foodcritic 10 to 16, from its documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(
    r"^(?<code>[A-Z]+\d{3}): {message}: (?<file>\S+):(?<line>\d+)$",
)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a finding",
    "FC002: Avoid string interpolation where not required: ./recipes/default.rb:13\n",
    r#"[{"type": "lint", "severity": "warning", "code": "FC002", "file": "./recipes/default.rb", "line": 13, "message": "Avoid string interpolation where not required"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "foodcritic",
    "Foodcritic",
    DOCS,
    &[Cow::Borrowed("chef")],
    &EXAMPLES,
);

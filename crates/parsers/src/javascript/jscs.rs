//! JSCS.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[": line "]).priority(7).lines(&LINES));

const DOCS: &str = r#"
## What it understands

The reporter `inline`: `FILE: line 3, col 21, rule: message`.

## Versions seen

JSCS 2 and 3, from its documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(r"^(?<file>{drive}[^:]+\.jsx?): line {line}, col {column}, (?<code>(?:require|disallow|validate|maximum|safe)\w*): {message}$").severity(Severity::Error)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a finding",
    "shop.js: line 3, col 21, disallowTrailingWhitespace: Illegal trailing whitespace\n",
    r#"[{"type": "lint", "severity": "error", "code": "disallowTrailingWhitespace", "file": "shop.js", "line": 3, "column": 21, "message": "Illegal trailing whitespace"}]"#,
)];

static DESCRIPTOR: Descriptor =
    format::descriptor("jscs", "JSCS", DOCS, &[Cow::Borrowed("javascript")], &EXAMPLES);

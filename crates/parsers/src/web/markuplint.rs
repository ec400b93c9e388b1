//! Markuplint.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["<markuplint> "]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`<markuplint> error: message (rule) FILE:3:5`.

## Versions seen

Markuplint 2 to 4, from its documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(
    r"^<markuplint> (?<severity>error|warning|info): {message} \((?<code>[\w/-]+)\) (?<file>\S+?):{line}:{column}$",
)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a finding",
    r#"<markuplint> error: The attribute name is duplicated (attr-duplication) /home/dev/project/shop.html:3:5
"#,
    r#"[{"type": "lint", "severity": "error", "code": "attr-duplication", "file": "/home/dev/project/shop.html", "line": 3, "column": 5}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "markuplint",
    "Markuplint",
    DOCS,
    &[Cow::Borrowed("html")],
    &EXAMPLES,
);

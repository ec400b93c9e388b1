//! Weblint and HTML::Lint.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[".html (", ".htm (", ".xhtml ("]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`index.html (13:1) message`, and Weblint's `index.html(13): message`.

## Versions seen

HTML::Lint 2.32; Weblint 1 and 2 from their documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(
    r"^(?: -- )?(?<file>\S+\.x?html?) \({line}(?::{column})?\):? {message}$",
)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a finding",
    "docs/index.html (13:1) Unknown element <fdjsk>\n",
    r#"[{"type": "lint", "severity": "warning", "file": "docs/index.html", "line": 13, "column": 1, "message": "Unknown element <fdjsk>"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "weblint",
    "Weblint and HTML::Lint",
    DOCS,
    &[Cow::Borrowed("html")],
    &EXAMPLES,
);

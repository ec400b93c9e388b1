//! erb_lint, in its compact and multiline formats.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["In file: "]).listings(&LISTINGS));

const DOCS: &str = r#"
## What it understands

`compact` (`FILE:3:8: message`) is the GNU shape; `multiline` has the message first, then
`In file: FILE:3`.

## Versions seen

erb_lint 0.1 to 0.9, from its documentation.
"#;

static ROWS: [Pattern; 1] = [Pattern::lint("^In file: {file}:{line}$")];

static LISTINGS: [Listing; 1] = [Listing::new("^{message}$", &ROWS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "multiline",
    "Remove multiple trailing newline at the end of the file.\nIn file: app/views/shop.html.erb:64\n",
    r#"[{"type": "lint", "severity": "warning", "file": "app/views/shop.html.erb", "line": 64, "message": "Remove multiple trailing newline at the end of the file."}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "erb-lint",
    "erb_lint, in its compact and multiline formats",
    DOCS,
    &[Cow::Borrowed("erb")],
    &EXAMPLES,
);

//! PostCSS: style sheets that do not parse.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["CssSyntaxError: "]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`CssSyntaxError: FILE:3:5: Unknown word`, perhaps behind the plug-in's name.

## Versions seen

PostCSS 6 to 8, from its documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::syntax(
    r"^(?:\S.*?)?CssSyntaxError: (?:[\w-]+: )?{file}:{line}:{column}: {message}$",
)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a word too many",
    r#"CssSyntaxError: /home/dev/project/shop.css:3:5: Unknown word
"#,
    r#"[{"type": "syntax", "severity": "error", "file": "/home/dev/project/shop.css", "line": 3, "column": 5, "message": "Unknown word"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "postcss",
    "PostCSS: style sheets that do not parse",
    DOCS,
    &[Cow::Borrowed("css")],
    &EXAMPLES,
);

//! The Wolfram language.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["(line "]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`Syntax::sntxf: message (line 12 of "FILE").`, where what comes before the second colon is the code.

## Versions seen

Mathematica 12 and 13, from its documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::compiler(
    r#"^(?<code>[A-Z]\w*::\w+): {message} \(line {line} of "(?<file>[^"]+)"\)\.?$"#,
)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a syntax error",
    "Syntax::sntxf: \"total[\" cannot be followed by \"]]\" (line 12 of \"shop.m\").\n",
    r#"[{"severity": "error", "code": "Syntax::sntxf", "file": "shop.m", "line": 12}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "wolfram",
    "the Wolfram language",
    DOCS,
    &[Cow::Borrowed("wolfram")],
    &EXAMPLES,
);

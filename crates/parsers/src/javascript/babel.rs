//! Babel: source that does not parse.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[".js: ", ".jsx: ", ".mjs: ", ".cjs: ", ".ts: ", ".tsx: ", ".vue: "]
    )
    .priority(-1)
    .lines(&LINES)
);

const DOCS: &str = r#"
## What it understands

`SyntaxError: /a/shop.js: Unexpected token (3:5)`, as Babel says it wherever it runs. It counts columns from 0.
Node's own report of such an error, with a stack, is another parser's.

## Versions seen

Babel 7 and 8.
"#;

static LINES: [Pattern; 1] = [Pattern::syntax(
    r"^\s*(?:\w+Error: )+(?<file>(?:[A-Za-z]:)?[^:\s][^:]*\.(?:[cm]?[jt]sx?|vue)): {message} \({line}:{column}\)$",
)
.severity(Severity::Fatal)
.columns_from_zero()];

static EXAMPLES: [Example; 1] = [Example::new(
    "a token too many",
    r#"SyntaxError: /home/dev/project/src/shop.js: Unexpected token (3:5)
"#,
    r#"[{"type": "syntax", "severity": "fatal", "file": "/home/dev/project/src/shop.js", "line": 3, "column": 6, "message": "Unexpected token"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "babel",
    "Babel: source that does not parse",
    DOCS,
    &[Cow::Borrowed("javascript"), Cow::Borrowed("typescript")],
    &EXAMPLES,
);

//! ESLint's and stylelint's format compact.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[", Error - ", ", Warning - ", ", error - ", ", warning - "]
    )
    .priority(AFTER_THE_LINTERS)
    .lines(&LINES)
);

const DOCS: &str = r#"
## What it understands

`/src/shop.js: line 3, col 5, Error - Missing semicolon. (semi)`.

## Versions seen

ESLint 1 to 10 and stylelint 14 to 16.
"#;

/// Linters with a parser of their own print the same.
const AFTER_THE_LINTERS: i32 = 4;

static LINES: [Pattern; 1] = [Pattern::lint(
    r"^{file}: line {line}, col {column}, (?<severity>[Ee]rror|[Ww]arning) - {message}(?: \((?<code>[\w@/-]+)\))?$",
)
.broken(&["Parsing error"])];

static EXAMPLES: [Example; 1] = [Example::new(
    "findings",
    r#"/home/dev/project/shop.js: line 3, col 5, Error - Missing semicolon. (semi)
/home/dev/project/cart.js: line 1, col 7, Error - Parsing error: Unexpected token

2 problems
"#,
    r#"[{"type": "lint", "severity": "error", "code": "semi", "file": "/home/dev/project/shop.js", "line": 3, "column": 5, "message": "Missing semicolon."}, {"type": "syntax", "line": 1}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "eslint-compact",
    "ESLint's and stylelint's format compact",
    DOCS,
    &[Cow::Borrowed("javascript"), Cow::Borrowed("css")],
    &EXAMPLES,
);

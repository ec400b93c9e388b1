//! FECS.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &["fecs "])
        .lines(&LINES)
        .listings(&LISTINGS)
);

const DOCS: &str = r#"
## What it understands

Rows below `fecs INFO FILE`: `fecs WARN → line 20, col 25: message. (rule)`.

## Versions seen

fecs 1, from its documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(
    r"^fecs +(?<severity>WARN|ERROR) → line {line}, col {column}: {message}(?:\s+\((?<code>[\w-]+)\))?$",
)];

static ROWS: [Pattern; 1] = [Pattern::lint(
    r"^fecs +(?<severity>WARN|ERROR) → line {line}, col {column}: {message}(?:\s+\((?<code>[\w-]+)\))?$",
)];

static LISTINGS: [Listing; 1] = [Listing::new(
    r"^fecs +INFO (?<file>\S+) \(\d+ messages?\)$",
    &ROWS,
)];

static EXAMPLES: [Example; 1] = [Example::new(
    "findings",
    "fecs  INFO src/shop.js (2 messages)
fecs  WARN → line 20, col 25: Unexpected console statement.     (no-console)
fecs ERROR → line 25, col 6: Missing static property value.
",
    r#"[{"type": "lint", "severity": "warning", "code": "no-console", "file": "src/shop.js", "line": 20, "column": 25, "message": "Unexpected console statement."}, {"severity": "error", "line": 25}]"#,
)];

static DESCRIPTOR: Descriptor =
    format::descriptor("fecs", "FECS", DOCS, &[Cow::Borrowed("javascript")], &EXAMPLES);

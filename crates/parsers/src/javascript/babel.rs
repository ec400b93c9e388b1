//! Babel: source that does not parse.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self, Flow, Open,
    grammar::{Grammar, Pattern},
    marks,
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[".js: ", ".jsx: ", ".mjs: ", ".cjs: ", ".ts: ", ".tsx: ", ".vue: "]
    )
    .priority(-1)
    .lines(&LINES)
    .followed(follow)
);

const DOCS: &str = r#"
## What it understands

`SyntaxError: /a/shop.js: Unexpected token (3:5)`, as Babel says it wherever it runs (Metro puts `error: ` before it). It counts columns from 0.
The source and the stack below it are taken along.

## Versions seen

Babel 7 and 8.
"#;

static LINES: [Pattern; 1] = [Pattern::syntax(
    r"^\s*(?:error: )?(?:\w+Error: )+(?<file>(?:[A-Za-z]:)?[^:\s][^:]*\.(?:[cm]?[jt]sx?|vue)): {message} \({line}:{column}\)$",
)
.severity(Severity::Fatal)
.columns_from_zero()];

/// The quoted source and the parser's own stack, which would be an error of Node's without their heading.
fn follow(_: &mut Open, line: &str) -> Flow {
    let quoted = marks::is_gutter(line) || line.trim().is_empty();
    let frame = line.trim_start().starts_with("at ") && line.starts_with("    ");
    if quoted || frame { Flow::Taken } else { Flow::Over }
}

static EXAMPLES: [Example; 1] = [Example::new(
    "a token too many",
    r#"SyntaxError: /home/dev/project/src/shop.js: Unexpected token (3:5)

> 3 | const b b = 3;
    |      ^
    at constructor (/home/dev/project/node_modules/@babel/parser/lib/index.js:369:19)
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

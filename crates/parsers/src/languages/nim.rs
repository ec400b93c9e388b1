//! Nim.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[".nim(", ".nims(", ".nimble("]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`/home/dev/a.nim(3, 10) Error: message`, a name in brackets after hints and warnings.

## Versions seen

Nim 1.6.
"#;

static LINES: [Pattern; 1] = [Pattern::compiler(r"^(?<file>(?:[A-Za-z]:)?[^(]+\.nim(?:s|ble)?)\({line}, {column}\) (?<severity>Error|Warning|Hint): {message}(?: \[(?<code>\w+)\])?$").broken(&["expected", "expression expected", "invalid indentation", "undefined token"])];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "an error",
        "/home/dev/project/a.nim(4, 6) Error: undeclared identifier: 'totl'\n",
        r#"[{"type": "type", "severity": "error", "file": "/home/dev/project/a.nim", "line": 4, "column": 6}]"#,
    ),
    Example::new(
        "a hint",
        "/home/dev/project/a.nim(2, 7) Hint: 'unused' is declared but not used [XDeclaredButNotUsed]\n",
        r#"[{"type": "lint", "severity": "info", "code": "XDeclaredButNotUsed"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor("nim", "Nim", DOCS, &[Cow::Borrowed("nim")], &EXAMPLES);

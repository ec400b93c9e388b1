//! bashate.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &[": E0", "[E] E", "[W] E"])
        .priority(6)
        .lines(&LINES)
        .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`FILE:3:1: E003 message`; versions before 0.5 wrote `[E] E003: message: 'line'` and ` - FILE: L3`.

## Versions seen

bashate 0.3 to 2.1.
"#;

static LINES: [Pattern; 1] =
    [Pattern::lint(r"^{file}:{line}:{column}: (?<code>E0\d\d) {message}$").severity(Severity::Error)];

static PARTS: [Part; 2] = [
    Part::one(r"^\[(?<severity>[EW])\] (?<code>E0\d\d): {message}(?:: \'.*\')?$"),
    Part::one("^ - (?<file>.+?) ?: L{line}$"),
];

static BLOCKS: [Block; 1] = [Block::lint(&PARTS)];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "a finding",
        "lint.sh:3:1: E003 Indent not multiple of 4\n",
        r#"[{"type": "lint", "severity": "error", "code": "E003", "file": "lint.sh", "line": 3, "column": 1}]"#,
    ),
    Example::new(
        "before 0.5",
        "[E] E003: Indent not multiple of 4: '  x'\n - lint.sh: L3\n",
        r#"[{"severity": "error", "code": "E003", "file": "lint.sh", "line": 3}]"#,
    ),
];

static DESCRIPTOR: Descriptor =
    format::descriptor("bashate", "bashate", DOCS, &[Cow::Borrowed("shell")], &EXAMPLES);

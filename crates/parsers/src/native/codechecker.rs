//! CodeChecker.

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use super::LANGUAGES;
use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "[STYLE] ",
            "[LOW] ",
            "[MEDIUM] ",
            "[HIGH] ",
            "[CRITICAL] ",
            "[UNSPECIFIED] "
        ]
    )
    .lines(&LINES)
);

const DOCS: &str = r#"
## What it understands

What `CodeChecker parse` and `CodeChecker cmd diff` print: `[HIGH] FILE:8:12: message [checker]`, perhaps with the
state of its review in brackets behind.

## Versions seen

CodeChecker 6, from its documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(
    r"^\[(?<severity>STYLE|LOW|MEDIUM|HIGH|CRITICAL|UNSPECIFIED)\] {file}:{line}:{column}: {message} \[(?<code>[\w.@+-]+)\](?: \[[\w ]+\])*$",
)
.words(&[("UNSPECIFIED", Severity::Warning)])];

static EXAMPLES: [Example; 1] = [Example::new(
    "two findings",
    "[HIGH] src/shop.cpp:8:12: Division by zero [core.DivideZero]\n  return 1 / i;\n           ^\n\n[UNSPECIFIED] src/total.c:4:1: unused variable 'x' [clang-diagnostic-unused-variable] [unreviewed]\n",
    r#"[{"type": "lint", "severity": "error", "code": "core.DivideZero", "file": "src/shop.cpp", "line": 8, "column": 12, "message": "Division by zero"},
        {"severity": "warning", "code": "clang-diagnostic-unused-variable", "file": "src/total.c", "line": 4, "message": "unused variable 'x'"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor("codechecker", "CodeChecker", DOCS, LANGUAGES, &EXAMPLES);

//! vulture.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            ": unused ",
            "unreachable code",
            "unsatisfiable",
            "redundant if",
            "invalid syntax at",
            "% confidence"
        ]
    )
    .priority(6)
    .lines(&LINES)
);

const DOCS: &str = r#"
## What it understands

`FILE:2: unused function 'total' (60% confidence)`, and the files that it could not parse.

## Versions seen

vulture 1.0 to 2.16.
"#;

static LINES: [Pattern; 3] = [
    Pattern::lint(
        r"^{file}:{line}: (?<message>(?:unused|unreachable|unsatisfiable|redundant) .+?)(?: \(\d+% confidence(?:, \d+ lines?)?\))?$",
    ),
    Pattern::syntax(r#"^{file}:{line}: (?<message>.+ at ".*")$"#),
    Pattern::of(
        ErrorType::Build,
        "^Error: [Cc]ould not read file {file} - {message}$",
    ),
];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "unused",
        "shop.py:2: unused function 'total' (60% confidence)\n",
        r#"[{"type": "lint", "severity": "warning", "file": "shop.py", "line": 2, "message": "unused function 'total'"}]"#,
    ),
    Example::new(
        "code that does not parse",
        r#"bad.py:1: invalid syntax at "def f(:"
"#,
        r#"[{"type": "syntax", "severity": "error", "line": 1}]"#,
    ),
];

static DESCRIPTOR: Descriptor =
    format::descriptor("vulture", "vulture", DOCS, &[Cow::Borrowed("python")], &EXAMPLES);

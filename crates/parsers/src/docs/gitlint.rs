//! gitlint.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[": T", ": B", ": M", ": UC", ": CT", ": I"]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`1: T3 message: "line"`: the line of the commit message and the rule.

## Versions seen

gitlint 0.19.
"#;

static LINES: [Pattern; 1] = [
    Pattern::lint(r"^(?:{line}|-): (?<code>(?:[TBMI]|UC|UL|CT|CB)\d+) {message}$").severity(Severity::Error),
];

static EXAMPLES: [Example; 1] = [Example::new(
    "a finding",
    r#"1: T3 Title has trailing punctuation (.): "fix: Foo bar."
"#,
    r#"[{"type": "lint", "severity": "error", "code": "T3", "line": 1, "message": "Title has trailing punctuation (.): \"fix: Foo bar.\""}]"#,
)];

static DESCRIPTOR: Descriptor =
    format::descriptor("gitlint", "gitlint", DOCS, &[Cow::Borrowed("git")], &EXAMPLES);

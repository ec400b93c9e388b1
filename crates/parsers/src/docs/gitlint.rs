//! gitlint.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            ": T1", ": T2", ": T3", ": T4", ": T5", ": T6", ": T7", ": T8", ": B1", ": B2", ": B3", ": B4",
            ": B5", ": B6", ": B7", ": B8", ": UC", ": UL", ": CT1", ": CC1", ": M1", ": I1", ": I2", ": I3",
            ": I4"
        ]
    )
    .lines(&LINES)
);

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

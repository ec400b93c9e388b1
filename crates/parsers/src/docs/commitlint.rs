//! commitlint.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["✖   ", "⚠   "]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`✖   message [rule]` and `⚠   message [rule]`, below the commit message.

## Versions seen

commitlint 8 to 20.
"#;

static LINES: [Pattern; 1] = [
    Pattern::lint(r"^(?<severity>✖|⚠)   {message} \[(?<code>[a-z-]+)\]$")
        .words(&[("✖", Severity::Error), ("⚠", Severity::Warning)]),
];

static EXAMPLES: [Example; 1] = [Example::new(
    "a finding",
    "⧗   input: Foo bar.
✖   subject may not be empty [subject-empty]
⚠   body must have leading blank line [body-leading-blank]
",
    r#"[{"type": "lint", "severity": "error", "code": "subject-empty", "message": "subject may not be empty"}, {"severity": "warning", "code": "body-leading-blank"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "commitlint",
    "commitlint",
    DOCS,
    &[Cow::Borrowed("git")],
    &EXAMPLES,
);

//! actionlint.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
    quoted,
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "[action]",
            "[credentials]",
            "[deprecated-commands]",
            "[events]",
            "[env-var]",
            "[expression]",
            "[glob]",
            "[id]",
            "[if-cond]",
            "[job-needs]",
            "[matrix]",
            "[permissions]",
            "[pyflakes]",
            "[runner-label]",
            "[shell-name]",
            "[shellcheck]",
            "[syntax-check]",
            "[workflow-call]"
        ]
    )
    .lines(&LINES)
    .followed(quoted::follow)
);

const DOCS: &str = r#"
## What it understands

`.github/workflows/ci.yml:6:9: message [rule]`, and the quoted line below it, whose marks tell where it
ends. What it found with ShellCheck or pyflakes keeps their words.

## Versions seen

actionlint 1.6 and 1.7.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(
    r"^(?<file>(?:[A-Za-z]:)?[^:]+\.ya?ml|<stdin>):{line}:{column}: {message} \[(?<code>[a-z-]+)\]$",
)
.severity(Severity::Error)
.broken(&["syntax-check"])];

static EXAMPLES: [Example; 1] = [Example::new(
    "a finding",
    r#".github/workflows/ci.yml:5:9: unexpected key "step" for "job" section. expected one of "steps", "uses" [syntax-check]
  |
5 |     step:
  |     ^~~~~
"#,
    r#"[{"type": "syntax", "severity": "error", "code": "syntax-check", "file": ".github/workflows/ci.yml", "line": 5, "column": 9, "end_column": 14}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "actionlint",
    "actionlint",
    DOCS,
    &[Cow::Borrowed("github-actions"), Cow::Borrowed("yaml")],
    &EXAMPLES,
);

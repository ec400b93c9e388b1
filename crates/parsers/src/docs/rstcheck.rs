//! rstcheck.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &["(INFO/1)", "(WARNING/2)", "(ERROR/3)", "(SEVERE/4)"]
    )
    .lines(&LINES)
);

const DOCS: &str = r#"
## What it understands

`FILE:6: (ERROR/3) message`, with docutils' levels, and what the checkers of code blocks say.

## Versions seen

rstcheck 3 to 6.3.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(
    r"^{file}:{line}: \((?<severity>INFO|WARNING|ERROR|SEVERE)/[1-4]\) {message}$",
)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a finding",
    r#"README.rst:6: (ERROR/3) Unknown directive type "foo".
"#,
    r#"[{"type": "lint", "severity": "error", "file": "README.rst", "line": 6, "message": "Unknown directive type \"foo\"."}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "rstcheck",
    "rstcheck",
    DOCS,
    &[Cow::Borrowed("restructuredtext")],
    &EXAMPLES,
);

//! Check: unit tests of C.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[":F:", ":E:"]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`shop.c:2:F:core:adds:0: Assertion '1+1 == 3' failed`; `E` is a test that crashed.

## Versions seen

Check 0.15.
"#;

/// A failure and a crash are errors both.
static WORDS: [(&str, Severity); 2] = [("F", Severity::Error), ("E", Severity::Error)];

static LINES: [Pattern; 1] = [Pattern::of(
    ErrorType::Assertion,
    r"^{file}:{line}:{severity}:[^:]+:(?<test>\w+):\d+: {message}$",
)
.words(&WORDS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a test that failed",
    r#"0%: Checks: 1, Failures: 1, Errors: 0
shop.c:2:F:core:adds:0: Assertion '1+1 == 3' failed: 1+1 == 2, 3 == 3
"#,
    r#"[{"type": "assertion", "severity": "error", "file": "shop.c", "line": 2, "test": "adds", "message": "Assertion '1+1 == 3' failed: 1+1 == 2, 3 == 3"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "check",
    "Check: unit tests of C",
    DOCS,
    &[Cow::Borrowed("c")],
    &EXAMPLES,
);

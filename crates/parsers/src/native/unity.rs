//! Unity: tests of C.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[":FAIL:", ":FAIL"]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`shop.c:3:test_total:FAIL: Expected 3 Was 2`. Tests that pass or are left out are no findings.

## Versions seen

Unity 2, from its documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::of(
    ErrorType::Assertion,
    r"^{file}:{line}:(?<test>\w+):FAIL(?:: ?(?<message>.+))?$",
)
.saying("the test failed")];

static EXAMPLES: [Example; 1] = [Example::new(
    "a test that failed",
    r#"test/test_shop.c:3:test_total:FAIL: Expected 3 Was 2
"#,
    r#"[{"type": "assertion", "severity": "error", "file": "test/test_shop.c", "line": 3, "test": "test_total", "message": "Expected 3 Was 2"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "unity",
    "Unity: tests of C",
    DOCS,
    &[Cow::Borrowed("c")],
    &EXAMPLES,
);

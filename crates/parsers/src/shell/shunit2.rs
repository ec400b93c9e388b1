//! shUnit2.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["ASSERT:"]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`ASSERT:sum expected:<3> but was:<2>`. It says no place.

## Versions seen

shUnit2 2.1.8.
"#;

static LINES: [Pattern; 1] = [Pattern::of(ErrorType::Assertion, r"^ASSERT: ?{message}$")];

static EXAMPLES: [Example; 1] = [Example::new(
    "an assertion that failed",
    r#"test_adds
ASSERT:sum expected:<3> but was:<2>

Ran 1 test.
"#,
    r#"[{"type": "assertion", "severity": "error", "message": "sum expected:<3> but was:<2>"}]"#,
)];

static DESCRIPTOR: Descriptor =
    format::descriptor("shunit2", "shUnit2", DOCS, &[Cow::Borrowed("bash")], &EXAMPLES);

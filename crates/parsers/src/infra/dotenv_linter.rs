//! dotenv-linter.

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[".env"]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`.env:1 LeadingCharacter: message`; the first versions had no rule.

## Versions seen

dotenv-linter 1 to 3, from its documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(
    r"^(?<file>\S*\.env[\w.-]*):{line} (?:(?<code>[A-Z][A-Za-z]+): )?{message}$",
)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a finding",
    ".env:2 KeyWithoutValue: The FOO key should be with a value or have an equal sign\n",
    r#"[{"type": "lint", "severity": "warning", "code": "KeyWithoutValue", "file": ".env", "line": 2}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor("dotenv-linter", "dotenv-linter", DOCS, &[], &EXAMPLES);

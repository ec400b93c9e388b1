//! gosec, in text.

use unbreak_core::{Descriptor, Example, register_parser};

use super::LANGUAGES;
use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(
    // Before go build, whose lines begin with a file as well.
    Grammar::new(&DESCRIPTOR, &["] - G"]).priority(4).lines(&LINES)
);

const DOCS: &str = r#"
## What it understands

`[/home/dev/main.go:12] - G101 (CWE-798): message (Confidence: LOW, Severity: HIGH)`. Its JSON, SARIF and JUnit
reports are read as such.

## Versions seen

gosec 2, from its documentation.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(
    r"^\[(?<file>[^\]]+?):{line}(?:-{end_line})?(?::{column})?\] - (?<code>G\d+)(?: \(CWE-\d+\))?: {message}(?: \(Confidence: ?\w+, Severity: ?(?<severity>\w+)\))?$",
)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a finding",
    "[/home/dev/project/main.go:12] - G101 (CWE-798): Potential hardcoded credentials (Confidence: LOW, Severity: HIGH)\n    11: \n  > 12: \tpassword := secret\n",
    r#"[{"type": "lint", "severity": "error", "code": "G101", "file": "/home/dev/project/main.go", "line": 12, "message": "Potential hardcoded credentials"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor("gosec", "gosec, in text", DOCS, LANGUAGES, &EXAMPLES);

//! ls-lint.

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["` rules: "]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

``FILE failed for `.py` rules: pascalcase``: a file or directory whose name breaks a rule.

## Versions seen

ls-lint 2.3.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(
    r"^(?:\d{4}/\d\d/\d\d \d\d:\d\d:\d\d )?(?<file>\S.*?) (?<message>failed for `(?<code>[^`]+)` rules: \S.*)$",
)
.severity(Severity::Error)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a name",
    "src/a.py failed for `.py` rules: pascalcase\n",
    r#"[{"type": "lint", "severity": "error", "code": ".py", "file": "src/a.py", "message": "failed for `.py` rules: pascalcase"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor("ls-lint", "ls-lint", DOCS, &[], &EXAMPLES);

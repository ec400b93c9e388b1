//! lacheck.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["\", line "]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`"FILE", line 3: message`.

## Versions seen

lacheck 1.30.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(
    r#"^"(?<file>[^"]+\.(?:tex|sty|cls|ltx))", line {line}: {message}$"#,
)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a finding",
    r#""a.tex", line 3: perhaps you should insert a `~' before "\ref"
"#,
    r#"[{"type": "lint", "severity": "warning", "file": "a.tex", "line": 3}]"#,
)];

static DESCRIPTOR: Descriptor =
    format::descriptor("lacheck", "lacheck", DOCS, &[Cow::Borrowed("latex")], &EXAMPLES);

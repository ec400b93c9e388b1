//! interrogate.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &["RESULT: FAILED (minimum", " MISSED |", " (module) "]
    )
    .lines(&LINES)
    .listings(&LISTINGS)
);

const DOCS: &str = r#"
## What it understands

`RESULT: FAILED (minimum: 80.0%, actual: 60.0%)`, and in the table of `-vv` what has no docstring: `add (L4)`, below
the file that is named as a module.

## Versions seen

interrogate 1.7.
"#;

static LINES: [Pattern; 1] = [
    Pattern::lint(r"^(?:-+ )?RESULT: FAILED (?<message>\(minimum: .*\))(?: -+)?$").severity(Severity::Error),
];

static ROWS: [Pattern; 1] = [Pattern::lint(
    r"^\| +(?<message>\S.*?) \(L{line}\) +\| +MISSED \|$",
)];

static LISTINGS: [Listing; 1] = [Listing::new(
    r"^\| +(?<file>\S+\.pyi?) \(module\) +\| +(?:MISSED|COVERED) \|$",
    &ROWS,
)
.skipping(r"^\| .* COVERED \|$")];

static EXAMPLES: [Example; 1] = [Example::new(
    "what is missing",
    "| shop.py (module)                       |                          COVERED |
| add (L4)                               |                           MISSED |
|----------------------------------------|----------------------------------|
---------------- RESULT: FAILED (minimum: 100.0%, actual: 50.0%) ----------------
",
    r#"[{"type": "lint", "severity": "warning", "file": "shop.py", "line": 4, "message": "add"},
        {"severity": "error", "message": "(minimum: 100.0%, actual: 50.0%)"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "interrogate",
    "interrogate",
    DOCS,
    &[Cow::Borrowed("python")],
    &EXAMPLES,
);

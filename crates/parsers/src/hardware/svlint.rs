//! svlint, with one line each.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["Fail\t"]).lines(&LINES));

const DOCS: &str = r#"
## What it understands

`--oneline`: file and place, rule and hint, parted by tabs.

## Versions seen

svlint 0.4 to 0.9, from its documentation.
"#;

static LINES: [Pattern; 1] =
    [
        Pattern::lint(r"^Fail\t{file}:{line}:{column}\t(?<code>\w+)\t(?:hint: )?{message}$")
            .severity(Severity::Error),
    ];

static EXAMPLES: [Example; 1] = [Example::new(
    "a finding",
    r#"Fail	src/shop.sv:3:5	blocking_assignment_in_always_ff	hint: Do not use blocking assignments within `always_ff`.
"#,
    r#"[{"type": "lint", "severity": "error", "code": "blocking_assignment_in_always_ff", "file": "src/shop.sv", "line": 3, "column": 5, "message": "Do not use blocking assignments within `always_ff`."}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "svlint",
    "svlint, with one line each",
    DOCS,
    &[Cow::Borrowed("systemverilog")],
    &EXAMPLES,
);

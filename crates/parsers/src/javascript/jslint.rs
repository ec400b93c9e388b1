//! JSLint, on the command line.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[" #1", " #2", " #3", " #4", " #5", " #6", " #7", " #8", " #9"]
    )
    .confirmed_by(begins_line)
    .listings(&LISTINGS)
);

/// Whether the number stands at the beginning of a line.
fn begins_line(output: &[u8], end: usize) -> bool {
    format::may_begin_line(output, end, " #1".len())
}

const DOCS: &str = r#"
## What it understands

` #1 message` and below it the source with `// Line 3, Pos 10`.

## Versions seen

jslint 0.12, from its source.
"#;

/// Numbers are aligned, and JSLint stops long before a hundred: longer ones are of issues.
static ROWS: [Pattern; 1] = [Pattern::lint(r"^ ?#\d{1,2} {message}$")];

static LISTINGS: [Listing; 1] = [Listing::new(r"^(?<file>\S+\.\w+)$", &ROWS)
    .continued(r"^ +.*// Line {line}, Pos {column}$")
    .headless()];

static EXAMPLES: [Example; 1] = [Example::new(
    "a finding",
    "\n/home/dev/project/shop.js\n #1 Expected ';' and instead saw 'total'.\n    var sum = 1 // Line 3, Pos 10\n",
    r#"[{"type": "lint", "severity": "warning", "file": "/home/dev/project/shop.js", "line": 3, "column": 10, "message": "Expected ';' and instead saw 'total'."}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "jslint",
    "JSLint",
    DOCS,
    &[Cow::Borrowed("javascript")],
    &EXAMPLES,
);

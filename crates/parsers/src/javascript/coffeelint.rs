//! CoffeeLint.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &[" #", ",error,", ",warn,"])
        .lines(&LINES)
        .listings(&LISTINGS)
);

const DOCS: &str = r#"
## What it understands

Rows below the file's name: `✗ #5: message. detail. (rule)`; and CSV (`FILE,5,,error,message`).

## Versions seen

CoffeeLint 5.2 and older.
"#;

static ROWS: [Pattern; 2] = [
    Pattern::lint(r"^     (?<severity>[✗⚡]) #{line}(?:-\d+)?: {message} \((?<code>\w+)\)\.?$")
        .words(&[("✗", Severity::Error), ("⚡", Severity::Warning)]),
    Pattern::syntax(r"^     (?<severity>[✗⚡]) #\d+: \[?\w+\]?:{line}:{column}: error: {message}$")
        .words(&[("✗", Severity::Error)]),
];

static LINES: [Pattern; 1] = [Pattern::lint(
    r"^(?<file>[^,\s]+\.\w+|stdin),{line},(?:{end_line})?,(?<severity>error|warn),{message}$",
)];

static LISTINGS: [Listing; 1] = [Listing::new(r"^  [✗⚡✓] (?<file>\S.*)$", &ROWS).skipping(r"^\t.*$")];

static EXAMPLES: [Example; 1] = [Example::new(
    "a finding",
    "  ✗ src/shop.coffee\n     ✗ #3: Line exceeds maximum allowed length. Length is 95, max is 80. (max_line_length)\n",
    r#"[{"type": "lint", "severity": "error", "code": "max_line_length", "file": "src/shop.coffee", "line": 3}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "coffeelint",
    "CoffeeLint",
    DOCS,
    &[Cow::Borrowed("coffeescript")],
    &EXAMPLES,
);

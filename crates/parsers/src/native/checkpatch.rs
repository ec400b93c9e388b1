//! checkpatch.pl.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[": FILE: "]).listings(&LISTINGS));

const DOCS: &str = r#"
## What it understands

`WARNING: message` or `ERROR:TYPE: message`, and below it `#12: FILE: drivers/shop.c:34:`. With `--terse` the line
begins with the place, which other parsers read.

## Versions seen

Linux 6, from its documentation.
"#;

static ROWS: [Pattern; 1] =
    [Pattern::lint(r"^#\d+: FILE: (?<file>[^:]+):{line}:$").words(&[("CHECK", Severity::Info)])];

static LISTINGS: [Listing; 1] = [Listing::new(
    r"^(?<severity>WARNING|ERROR|CHECK):(?:(?<code>[A-Z_]+):)? {message}$",
    &ROWS,
)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a finding",
    "WARNING:LONG_LINE: line length of 101 exceeds 100 columns\n#12: FILE: drivers/shop.c:34:\n+\tint x;\n",
    r#"[{"type": "lint", "severity": "warning", "code": "LONG_LINE", "file": "drivers/shop.c", "line": 34, "message": "line length of 101 exceeds 100 columns"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "checkpatch",
    "checkpatch.pl",
    DOCS,
    &[Cow::Borrowed("c")],
    &EXAMPLES,
);

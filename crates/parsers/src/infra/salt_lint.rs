//! salt-lint.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &[".sls:"])
        .lines(&LINES)
        .listings(&LISTINGS)
);

const DOCS: &str = r#"
## What it understands

The default format: `[204] message`, below it the place and the line; and `-p`,
`init.sls:3: [204] [LOW] message`.

## Versions seen

salt-lint 0.9.
"#;

static LINES: [Pattern; 1] =
    [
        Pattern::lint(r"^{file}:{line}: \[(?<code>\d+)\] (?:\[(?<severity>[A-Z_]+)\] )?{message}$")
            .severity(Severity::Error),
    ];

static ROWS: [Pattern; 1] = [Pattern::lint(r"^(?<file>{drive}[^:]+\.sls):{line}$").severity(Severity::Error)];

static LISTINGS: [Listing; 1] = [Listing::new(r"^\[(?<code>\d+)\] {message}$", &ROWS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "default",
    "[206] Jinja variables should have spaces before and after: {{ var_name }}
states/init.sls:3
{{var}}
",
    r#"[{"type": "lint", "severity": "error", "code": "206", "file": "states/init.sls", "line": 3}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "salt-lint",
    "salt-lint",
    DOCS,
    &[Cow::Borrowed("salt")],
    &EXAMPLES,
);

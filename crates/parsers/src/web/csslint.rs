//! CSSLint.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &[" at line ", ": line "])
        .lines(&LINES)
        .listings(&LISTINGS)
);

const DOCS: &str = r#"
## What it understands

The formats `text` (the file, `1: warning at line 1, col 18`, the message) and `compact`.

## Versions seen

CSSLint 1.0.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(
    r"^(?<file>{drive}[^:]+\.css): line {line}, col {column}, (?<severity>Error|Warning|Info) - {message}(?: \((?<code>[a-z-]+)\))?$",
)];

static ROWS: [Pattern; 1] = [Pattern::lint(
    r"^\d+: (?<severity>warning|error|info) at line {line}, col {column}$",
)];

static LISTINGS: [Listing; 1] =
    [Listing::new(r"^(?<file>\S.*\.css)$", &ROWS).continued(r"^(?<message>[A-Z].*)$")];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "compact",
        "/home/dev/project/a.css: line 1, col 18, Warning - Unknown property 'colr'. (known-properties)\n",
        r#"[{"type": "lint", "severity": "warning", "code": "known-properties", "line": 1, "column": 18, "message": "Unknown property 'colr'."}]"#,
    ),
    Example::new(
        "text",
        "csslint: There is 1 problem in a.css.

a.css
1: warning at line 1, col 18
Unknown property 'colr'.
a { colr: red; }
",
        r#"[{"severity": "warning", "file": "a.css", "line": 1, "column": 18, "message": "Unknown property 'colr'."}]"#,
    ),
];

static DESCRIPTOR: Descriptor =
    format::descriptor("csslint", "CSSLint", DOCS, &[Cow::Borrowed("css")], &EXAMPLES);

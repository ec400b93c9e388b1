//! govulncheck.

use unbreak_core::{Descriptor, Example, register_parser};

use super::LANGUAGES;
use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["Vulnerability #"]).listings(&LISTINGS));

const DOCS: &str = r#"
## What it understands

`Vulnerability #1: GO-2023-1234`, and below it each place in the module that calls what is vulnerable
(`#1: main.go:12:5: shop.main calls language.Parse`).

## Versions seen

govulncheck 1, from its documentation.
"#;

static ROWS: [Pattern; 1] = [Pattern::lint(r"^ +#\d+: {file}:{line}:{column}: {message}$")];

static LISTINGS: [Listing; 1] = [Listing::new(r"^Vulnerability #\d+: (?<code>\S+)$", &ROWS)
    .patient(60)
    .skipping(r"^ .*$")];

static EXAMPLES: [Example; 1] = [Example::new(
    "a call",
    "Vulnerability #1: GO-2023-1234\n    A parser may panic\n  More info: https://pkg.go.dev/vuln/GO-2023-1234\n  Module: golang.org/x/text\n    Found in: golang.org/x/text@v0.3.5\n    Fixed in: golang.org/x/text@v0.3.7\n    Example traces found:\n      #1: main.go:12:5: shop.main calls language.Parse\n",
    r#"[{"type": "lint", "severity": "warning", "code": "GO-2023-1234", "file": "main.go", "line": 12, "column": 5, "message": "shop.main calls language.Parse"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor("govulncheck", "govulncheck", DOCS, LANGUAGES, &EXAMPLES);

//! wemake-python-styleguide, in its own format.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["  WPS"]).listings(&LISTINGS));

const DOCS: &str = r#"
## What it understands

Rows below a file's name: `  2:1      WPS110 Found wrong variable name`, and the line itself where it is asked for.

## Versions seen

wemake-python-styleguide 1.8.
"#;

static ROWS: [Pattern; 1] =
    [Pattern::lint(r"^ {2}{line}:{column} +(?<code>[A-Z]+\d+) +{message}$").broken(&["E999"])];

static LISTINGS: [Listing; 1] =
    [Listing::new(r"^(?<file>\S.*\.pyi?)$", &ROWS).skipping(r"^(?: {2}\S.*| +\^)?$")];

static EXAMPLES: [Example; 1] = [Example::new(
    "findings",
    r#"shop.py
  1:5      WPS110 Found wrong variable name: var
  2:1      F401  'os' imported but unused

"#,
    r#"[{"type": "lint", "severity": "warning", "code": "WPS110", "file": "shop.py", "line": 1, "column": 5}, {"code": "F401", "line": 2, "message": "'os' imported but unused"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "wemake",
    "wemake-python-styleguide, in its own format",
    DOCS,
    &[Cow::Borrowed("python")],
    &EXAMPLES,
);

//! npm-groovy-lint.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[" error    ", " warning  ", " info     "]).listings(&LISTINGS));

const DOCS: &str = r#"
## What it understands

Rows below a file's name: `  3     error    message    Rule`.

## Versions seen

npm-groovy-lint 9 to 15, from their documentation.
"#;

static ROWS: [Pattern; 1] =
    [
        Pattern::lint(r"^ {2}{line} +(?<severity>error|warning|info) +{message} {2,}(?<code>[A-Z]\w+)$")
            .broken(&["NglParseError"]),
    ];

static LISTINGS: [Listing; 1] = [Listing::new(r"^(?<file>\S.*)$", &ROWS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "findings",
    r#"/home/dev/project/shop.groovy
  3     error    unexpected token: total        NglParseError
  12    info     File does not end with newline  FileEndsWithoutNewline
"#,
    r#"[{"type": "syntax", "severity": "error", "code": "NglParseError", "file": "/home/dev/project/shop.groovy", "line": 3}, {"type": "lint", "severity": "info", "line": 12, "message": "File does not end with newline"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "npm-groovy-lint",
    "npm-groovy-lint",
    DOCS,
    &[Cow::Borrowed("groovy")],
    &EXAMPLES,
);

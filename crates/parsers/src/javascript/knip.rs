//! knip: exports and dependencies that nothing uses.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &["Unused ", "Unlisted ", "Unresolved ", "Duplicate "]
    )
    .listings(&LISTINGS)
);

const DOCS: &str = r#"
## What it understands

The default format: lists below a heading (`Unused exports (2)`), which is the code, with the symbol, its kind
and its place. Rows without a place name a file or a package of `package.json`.

## Versions seen

knip 5 and 6.
"#;

static ROWS: [Pattern; 2] = [
    Pattern::lint(r"^(?<message>\S+(?: +[a-z]+)?) +(?<file>\S+\.\w+):{line}:{column}\s*$"),
    Pattern::lint(r"^(?<message>[@\w][\w@/.-]*) +(?<file>\S*package\.json)\s*$"),
];

static LISTINGS: [Listing; 1] = [Listing::new(
    r"^(?<code>(?:Unused|Unlisted|Unresolved|Duplicate) [a-z ]*(?:exports|imports|dependencies|types|members|binaries|devDependencies)) \(\d+\)$",
    &ROWS,
)];

static EXAMPLES: [Example; 1] = [Example::new(
    "an export",
    r#"Unused exports (2)
z            src/c.ts:1:14
f  function  src/c.ts:1:37
"#,
    r#"[{"type": "lint", "severity": "warning", "code": "Unused exports", "file": "src/c.ts", "line": 1, "column": 14, "message": "z"}, {"column": 37, "message": "f  function"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "knip",
    "knip: exports and dependencies that nothing uses",
    DOCS,
    &[Cow::Borrowed("javascript"), Cow::Borrowed("typescript")],
    &EXAMPLES,
);

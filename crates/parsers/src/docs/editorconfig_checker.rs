//! editorconfig-checker.

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "\tTrailing",
            "\tWrong",
            ": Trailing whitespace",
            ": Wrong ",
            "\tNot all"
        ]
    )
    .listings(&LISTINGS)
);

const DOCS: &str = r#"
## What it understands

Rows below the file's name: a tab, the line and the message; `Wrong line endings` is about the whole file.

## Versions seen

editorconfig-checker 2 and 3, from its documentation.
"#;

static ROWS: [Pattern; 1] = [Pattern::lint(
    r"^\t(?:{line}(?:-{end_line})?: )?(?<message>(?:Trailing|Wrong|Not all|Line too long|Final newline).*)$",
)
.severity(Severity::Error)];

static LISTINGS: [Listing; 1] = [Listing::new(r"^(?<file>\S.*):$", &ROWS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "findings",
    "src/shop.js:
\t3: Trailing whitespace
\t7: Wrong indentation type(spaces instead of tabs)
",
    r#"[{"type": "lint", "severity": "error", "file": "src/shop.js", "line": 3, "message": "Trailing whitespace"}, {"line": 7}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "editorconfig-checker",
    "editorconfig-checker",
    DOCS,
    &[],
    &EXAMPLES,
);

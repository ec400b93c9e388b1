//! write-good.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "In ",
            " at column ",
            "0:\"",
            "1:\"",
            "2:\"",
            "3:\"",
            "4:\"",
            "5:\"",
            "6:\"",
            "7:\"",
            "8:\"",
            "9:\""
        ]
    )
    .lines(&LINES)
    .listings(&LISTINGS)
);

const DOCS: &str = r#"
## What it understands

`"was killed" may be passive voice on line 1 at column 3`, below `In FILE`, and with `--parse`
`FILE:1:3:"was killed" may be passive voice`. write-good counts columns from 0.

## Versions seen

write-good 1.0.
"#;

static LINES: [Pattern; 1] =
    [
        Pattern::lint(
            r#"^{file}:{line}:{column}:(?<message>".+" (?:may|is|adds|can|should|has|was|does).*)$"#,
        )
        .columns_from_zero(),
    ];

static ROWS: [Pattern; 1] =
    [Pattern::lint(r#"^(?<message>".+) on line {line} at column {column}$"#).columns_from_zero()];

static LISTINGS: [Listing; 1] = [Listing::new(r"^In (?<file>\S+)$", &ROWS).remembered()];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "a finding",
        r#"In prose.md
=============
He was killed by the boogeyman.
   ^^^^^^^^^^
"was killed" may be passive voice on line 1 at column 3
-------------
"#,
        r#"[{"type": "lint", "severity": "warning", "file": "prose.md", "line": 1, "column": 4, "message": "\"was killed\" may be passive voice"}]"#,
    ),
    Example::new(
        "--parse",
        r#"prose.md:1:43:"obviously" is a weasel word
"#,
        r#"[{"line": 1, "column": 44}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "write-good",
    "write-good",
    DOCS,
    &[Cow::Borrowed("markdown")],
    &EXAMPLES,
);

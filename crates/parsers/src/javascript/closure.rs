//! Google's Closure Linter and Compiler.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Grammar, Listing, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &["(New Error -", ":(-0", ":(-1", ":(-2", ", E:", "- FILE  :"]
    )
    .lines(&LINES)
    .listings(&LISTINGS)
);

const DOCS: &str = r#"
## What it understands

The linter's `Line 12, E:0110: message` below `----- FILE  :  shop.js -----`, and `--unix_mode`:
`FILE:12:(-0110) message` and `FILE:12:(New Error -0131) message`. What the compiler says is in the shape of any tool.

## Versions seen

Closure Linter 2.3, from its source.
"#;

static LINES: [Pattern; 1] =
    [
        Pattern::lint(r"^{file}:{line}:\((?:New Error )?-?(?<code>\d{4})\) {message}$")
            .severity(Severity::Error),
    ];

static ROWS: [Pattern; 1] = [
    Pattern::lint(r"^Line {line}, E:(?<code>\d{4}): (?:\(New error\) )?{message}$").severity(Severity::Error),
];

static LISTINGS: [Listing; 1] = [Listing::new(r"^-+ +FILE +: +(?<file>\S.*?) -+$", &ROWS)];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "the default",
        "----- FILE  :  /home/dev/project/shop.js -----\nLine 12, E:0110: Line too long (95 characters).\nLine 14, E:0010: (New error) Missing semicolon at end of line\n",
        r#"[{"type": "lint", "severity": "error", "code": "0110", "file": "/home/dev/project/shop.js", "line": 12},
            {"code": "0010", "line": 14, "message": "Missing semicolon at end of line"}]"#,
    ),
    Example::new(
        "--unix_mode",
        "shop.js:12:(New Error -0131) Single-quoted string preferred over double-quoted string.\n",
        r#"[{"code": "0131", "file": "shop.js", "line": 12, "message": "Single-quoted string preferred over double-quoted string."}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "closure",
    "Google's Closure Linter",
    DOCS,
    &[Cow::Borrowed("javascript")],
    &EXAMPLES,
);

//! svelte-check, in its human and machine formats.

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
            " ERROR \"",
            " WARNING \"",
            " {\"type\":\"ERROR\"",
            " {\"type\":\"WARNING\"",
            "Error: ",
            "Warn: ",
            "Hint: "
        ]
    )
    .lines(&LINES)
    .listings(&LISTINGS)
);

const DOCS: &str = r#"
## What it understands

The format `machine` (`1590680326283 ERROR "FILE" 3:7 "message"`, the message written as a JSON string),
`machine-verbose` and `human`: the place on a line of its own, and below it `Error: message (ts)`, up to the next blank line.

## Versions seen

svelte-check 4.7; 3 prints the same.
"#;

static LINES: [Pattern; 2] = [
    Pattern::compiler(
        r#"^\d{10,} (?<severity>ERROR|WARNING) "(?<file>[^"]+)" {line}:{column} "(?<message>(?:[^"\\]|\\.)*)"$"#,
    )
    .escaped(),
    // This format has the Language Server Protocol's positions.
    Pattern::compiler(
        r#"^(?:\d{10,} )?\{"type":"(?<severity>ERROR|WARNING)","filename":"(?<file>[^"]+)","start":\{"line":{line},"character":{column}\},"end":\{"line":{end_line},"character":{end_column}\},"message":"(?<message>(?:[^"\\]|\\.)*)"(?:,"code":"?(?<code>[\w-]+)"?)?.*\}$"#,
    )
    .escaped()
    .lines_from_zero()
    .columns_from_zero(),
];

/// What is wrong, in a list whose heading is the place.
static ROWS: [Pattern; 1] = [Pattern::compiler(
    r"^(?<severity>Error|Warn|Hint): {message}(?: \((?:ts|js|svelte|css|scss|less|html)\))?\s*$",
)];

static LISTINGS: [Listing; 1] = [Listing::new(
    r"^(?<file>(?:/|[A-Za-z]:|\.{1,2}/|\w)[^:]*\.(?:svelte|[cm]?[jt]s)):{line}:{column}$",
    &ROWS,
)
.continued(r"^ *(?:https://\S+|{message})(?: \((?:ts|js|svelte|css|scss|less|html)\))\s*$")];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "machine-verbose",
        r#"1795333043013 {"type":"ERROR","filename":"src/Shop.svelte","start":{"line":0,"character":6},"end":{"line":0,"character":7},"message":"Type 'string' is not assignable to type 'number'.","code":2322}
"#,
        r#"[{"type": "type", "severity": "error", "code": "2322", "file": "src/Shop.svelte", "line": 1, "column": 7, "end_line": 1, "end_column": 8}]"#,
    ),
    Example::new(
        "machine",
        r#"1795295041921 ERROR "src/Shop.svelte" 3:7 "Module '\"./c\"' has no exported member 'q'."
"#,
        r#"[{"severity": "error", "file": "src/Shop.svelte", "line": 3, "column": 7, "message": "Module '\"./c\"' has no exported member 'q'."}]"#,
    ),
    Example::new(
        "human",
        r#"/home/dev/project/src/Shop.svelte:6:8
Warn: Unused CSS selector ".foo"
https://svelte.dev/e/css_unused_selector (svelte)

"#,
        r#"[{"severity": "warning", "file": "/home/dev/project/src/Shop.svelte", "line": 6, "column": 8, "message": "Unused CSS selector \".foo\""}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "svelte-check",
    "svelte-check, in its human and machine formats",
    DOCS,
    &[Cow::Borrowed("svelte"), Cow::Borrowed("typescript")],
    &EXAMPLES,
);

//! svlint and VSG: linters of SystemVerilog and VHDL.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &["Fail: ", "Fail	", ".vhd(", ".vhdl("])
        .lines(&LINES)
        .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

svlint: `Fail: rule` above `--> FILE:3:5`, and tab-separated with `-1`; VSG for Syntastic:
`ERROR: FILE(3)rule -- message`, before version 3 without the severity.

## Versions seen

svlint 0.8, VSG 3, from their documentation.
"#;

static LINES: [Pattern; 3] = [
    Pattern::lint(r"^(?<file>{drive}[^():\s]+\.vhdl?)\({line}\)(?<code>\w+_\d{3}) -- {message}$"),
    Pattern::lint(r"^(?<severity>ERROR|WARNING): (?<file>[^()]+)\({line}\)(?<code>\w+_\d+) -- {message}$"),
    Pattern::lint(r"^Fail\t(?<file>[^\t]+)\t{line}\t{column}\t(?:hint: )?{message}$")
        .severity(Severity::Error),
];

static PARTS: [Part; 4] = [
    Part::one(r"^Fail: (?<code>\w+)$"),
    Part::one(r"^ +--> {file}:{line}:{column}$"),
    Part::many(r"^ *\d* +\|(?:[^\^]*)$"),
    Part::maybe(r"^ +\| *\^+ (?:hint *: )?{message}$"),
];

static BLOCKS: [Block; 1] = [Block::lint(&PARTS)
    .severity(Severity::Error)
    .saying("the rule is broken")];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "svlint",
        r#"Fail: general_always_no_edge
   --> rtl/shop.sv:3:5
    |
3   |     always @*
    |     ^^^^^^^^ hint: Use `always_comb`
"#,
        r#"[{"type": "lint", "severity": "error", "code": "general_always_no_edge", "file": "rtl/shop.sv", "line": 3, "column": 5, "message": "Use `always_comb`"}]"#,
    ),
    Example::new(
        "VSG",
        r#"ERROR: rtl/shop.vhd(3)port_010 -- Change case of "TOTAL"
"#,
        r#"[{"severity": "error", "code": "port_010", "file": "rtl/shop.vhd", "line": 3}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "hdl-linters",
    "svlint and VSG: linters of SystemVerilog and VHDL",
    DOCS,
    &[Cow::Borrowed("systemverilog"), Cow::Borrowed("vhdl")],
    &EXAMPLES,
);

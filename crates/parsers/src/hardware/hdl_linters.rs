//! svlint and VSG: linters of SystemVerilog and VHDL.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Listing, Part, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &["Fail: ", "Fail	", ".vhd(", ".vhdl(", "File:  "])
        .lines(&LINES)
        .listings(&LISTINGS)
        .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

svlint: `Fail: rule` above `--> FILE:3:5`, and tab-separated with `-1`; VSG for Syntastic:
`ERROR: FILE(3)rule -- message`, before version 3 without the severity; and VSG's table, in which a finding may
be of lines (`3-5`).

## Versions seen

VSG 3.35; svlint 0.8 from its documentation.
"#;

static LINES: [Pattern; 3] = [
    Pattern::lint(r"^(?<file>{drive}[^():\s]+\.vhdl?)\({line}\)(?<code>\w+_\d{3}) -- {message}$"),
    Pattern::lint(r"^(?<severity>ERROR|WARNING): (?<file>[^()]+)\({line}\)(?<code>\w+_\d+) -- {message}$"),
    Pattern::lint(r"^Fail\t(?<file>[^\t]+)\t{line}\t{column}\t(?:hint: )?{message}$")
        .severity(Severity::Error),
];

static ROWS: [Pattern; 1] = [Pattern::lint(
    r"^  (?<code>\w+_\d+) +\| (?<severity>Error|Warning) +\| +{line}(?:-{end_line})? \| {message}$",
)];

static LISTINGS: [Listing; 1] = [Listing::new(r"^File:  (?<file>\S.*)$", &ROWS)
    .skipping(r"^(?:=+|[-+]+|Phase \d.*|Total .*|  (?:Error|Warning|Rule) .*)$")
    .patient(12)];

static PARTS: [Part; 4] = [
    Part::one(r"^Fail: (?<code>\w+)$"),
    Part::one(r"^ +--> {file}:{line}:{column}$"),
    Part::many(r"^ *\d* +\|(?:[^\^]*)$"),
    Part::maybe(r"^ +\| *\^+ (?:hint *: )?{message}$"),
];

static BLOCKS: [Block; 1] = [Block::lint(&PARTS)
    .severity(Severity::Error)
    .saying("the rule is broken")];

static EXAMPLES: [Example; 3] = [
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
        "VSG's table",
        "================================================================================
File:  src/v.vhd
================================================================================
Phase 1 of 7... Reporting
Total Rules Checked: 177
Total Violations:    1
  Error   :     1
  Warning :     0
-------------+------------+------------+--------------------------------------
  Rule       |  severity  |  line(s)   | Solution
-------------+------------+------------+--------------------------------------
  port_014   | Error      |          3 | Move ) to next line.
-------------+------------+------------+--------------------------------------
",
        r#"[{"type": "lint", "severity": "error", "code": "port_014", "file": "src/v.vhd", "line": 3, "message": "Move ) to next line."}]"#,
    ),
    Example::new(
        "VSG for Syntastic",
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

//! OpenSCAD, and SCA2D, a linter for it.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &[".scad:", " in file ", "Can't open library '"])
        .priority(BEFORE_ANY_TOOL)
        .lines(&LINES)
        .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`shop.scad:3:5: W2001: message`; for a file that does not parse the place stands in the list below the heading.

OpenSCAD itself: `WARNING: message in file shop.scad, line 2`, `ERROR: Parser error: syntax error in file shop.scad,
line 1`, and libraries that it does not find.

## Versions seen

OpenSCAD 2021.01; SCA2D 0.2 from its documentation.
"#;

/// The lines are of the common shape.
const BEFORE_ANY_TOOL: i32 = 6;

static LINES: [Pattern; 4] = [
    Pattern::syntax(r"^(?<severity>ERROR): Parser error: {message} in file (?<file>.+\.scad), line {line}$"),
    Pattern::compiler(
        r"^(?<severity>ERROR|WARNING|TRACE|DEPRECATED): {message} in file (?<file>.+\.scad), line {line}$",
    )
    .words(&[("DEPRECATED", Severity::Warning), ("TRACE", Severity::Info)]),
    Pattern::lint(r"^(?<severity>WARNING): (?<message>Can't open (?:library|include file) '.+'\.)$"),
    Pattern::lint(r"^(?<file>\S.*\.scad):{line}:{column}: (?<code>(?<severity>[EWI])\d+): {message}$"),
];

static BROKEN: [Part; 2] = [
    Part::one(r"^(?<file>\S.*\.scad):\d+:\d+: (?<code>(?<severity>F)\d+): {message}$"),
    Part::one(r"^ +- (?<message>.*?),? at line {line} col {column}$"),
];

static BLOCKS: [Block; 1] = [Block::compiler(&BROKEN).broken(&["F0001"])];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "OpenSCAD",
        "WARNING: Can't open library 'nofile.scad'.\nWARNING: Ignoring unknown module 'cubex' in file b.scad, line 2\nERROR: Parser error: syntax error in file a.scad, line 1\nCan't parse file 'a.scad'!\n",
        r#"[{"severity": "warning", "message": "Can't open library 'nofile.scad'."},
            {"severity": "warning", "file": "b.scad", "line": 2, "message": "Ignoring unknown module 'cubex'"},
            {"type": "syntax", "severity": "error", "file": "a.scad", "line": 1, "message": "syntax error"}]"#,
    ),
    Example::new(
        "a finding",
        r#"shop.scad:3:5: W2001: Variable `total` overwritten within scope.
"#,
        r#"[{"type": "lint", "severity": "warning", "code": "W2001", "file": "shop.scad", "line": 3, "column": 5}]"#,
    ),
    Example::new(
        "a file that does not parse",
        r#"shop.scad:1:1: F0001: Cannot read file due to syntax error:
   - No terminal matches '}' in the current parser context, at line 1 col 37
"#,
        r#"[{"type": "syntax", "severity": "fatal", "code": "F0001", "file": "shop.scad", "line": 1, "column": 37}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "openscad",
    "OpenSCAD, and SCA2D, a linter for it",
    DOCS,
    &[Cow::Borrowed("openscad")],
    &EXAMPLES,
);

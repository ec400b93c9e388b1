//! SCA2D: OpenSCAD.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &[".scad:"])
        .priority(BEFORE_ANY_TOOL)
        .lines(&LINES)
        .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`shop.scad:3:5: W2001: message`; for a file that does not parse the place stands in the list below the heading.

## Versions seen

SCA2D 0.2, from its documentation.
"#;

/// The lines are of the common shape.
const BEFORE_ANY_TOOL: i32 = 6;

static LINES: [Pattern; 1] = [Pattern::lint(
    r"^(?<file>\S.*\.scad):{line}:{column}: (?<code>(?<severity>[EWI])\d+): {message}$",
)];

static BROKEN: [Part; 2] = [
    Part::one(r"^(?<file>\S.*\.scad):\d+:\d+: (?<code>(?<severity>F)\d+): {message}$"),
    Part::one(r"^ +- (?<message>.*?),? at line {line} col {column}$"),
];

static BLOCKS: [Block; 1] = [Block::compiler(&BROKEN).broken(&["F0001"])];

static EXAMPLES: [Example; 2] = [
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
    "SCA2D: OpenSCAD",
    DOCS,
    &[Cow::Borrowed("openscad")],
    &EXAMPLES,
);

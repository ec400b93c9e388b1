//! Godot: GDScript, and gdtoolkit's linter and parser of it.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Listing, Part, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "SCRIPT ERROR: ",
            "USER ERROR: ",
            "SHADER ERROR: ",
            ".gd:",
            "Unexpected token Token(",
            "No terminal matches "
        ]
    )
    .blocks(&BLOCKS)
    .lines(&LINES)
    .listings(&LISTINGS)
);

const DOCS: &str = r#"
## What it understands

`SCRIPT ERROR: message`, and below it `at: function (res://shop.gd:3)`. gdlint's `FILE:3: Error: message
(rule)`, and what gdlint and gdparse say of a file that does not parse: its name above the line, marks below
that, and `Unexpected token ... at line 3, column 8.`

## Versions seen

gdtoolkit 4.5; Godot 3 and 4, from its documentation.
"#;

static PARTS: [Part; 2] = [
    Part::one(r"^(?:SCRIPT|USER|SHADER) ERROR: {message}$"),
    Part::one(r"^ +at: .*?\(?(?:res://)(?<file>[^():]+):{line}\)?.*$"),
];

static BLOCKS: [Block; 1] = [Block::compiler(&PARTS).broken(&["Parse Error"])];

static LINES: [Pattern; 1] = [Pattern::lint(
    r"^(?<file>{drive}[^:]+\.gd):{line}: (?<severity>Error|Warning): {message} \((?<code>[a-z-]+)\)$",
)];

static ROWS: [Pattern; 2] = [
    Pattern::syntax(r"^(?<message>Unexpected token .+?) at line {line}, column {column}\.$"),
    Pattern::syntax(r"^(?<message>No terminal matches .+?), at line {line} col {column}$"),
];

/// Above stands the line that does not parse, whatever that is.
static LISTINGS: [Listing; 1] =
    [Listing::new(r"^(?<file>\S.*\.gd):$", &ROWS).skipping(r"^(?:|.*[^:]|.*[^d]:|.*[^g]d:|.*[^.]gd:)$")];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "a name that is not known",
        r#"SCRIPT ERROR: Parse Error: Identifier "total" not declared in the current scope.
          at: GDScript::reload (res://shop.gd:3)
"#,
        r#"[{"severity": "error", "file": "shop.gd", "line": 3}]"#,
    ),
    Example::new(
        "gdlint",
        "src/p.gd:4: Error: Function name \"BadFunc\" is not valid (function-name)\nFailure: 1 problem found\n",
        r#"[{"type": "lint", "severity": "error", "code": "function-name", "file": "src/p.gd", "line": 4, "message": "Function name \"BadFunc\" is not valid"}]"#,
    ),
    Example::new(
        "gdparse",
        "src/bad.gd:\n\nfunc a(:\n       ^\n\nUnexpected token Token('COLON', ':') at line 1, column 8.\nExpected one of: \n\t* NAME\n",
        r#"[{"type": "syntax", "severity": "error", "file": "src/bad.gd", "line": 1, "column": 8, "message": "Unexpected token Token('COLON', ':')"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "godot",
    "Godot: GDScript",
    DOCS,
    &[Cow::Borrowed("gdscript")],
    &EXAMPLES,
);

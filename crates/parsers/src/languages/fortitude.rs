//! Fortitude: linter of Fortran.

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
            ".f90:", ".F90:", ".f:", ".F:", ".f95:", ".f03:", ".f08:", ".f18:", ".f23:"
        ]
    )
    .lines(&LINES)
    .listings(&LISTINGS)
);

const DOCS: &str = r#"
## What it understands

The formats `concise` (`FILE:3:5: S071 [*] message`), `pylint` (`FILE:3: [S071] message`), `grouped` (a file,
and below it `  3:5 S071 message`). `full` and JSON are as Ruff's, and read by its parser.

## Versions seen

Fortitude 0.10.
"#;

static LINES: [Pattern; 1] = [Pattern::lint(
    r"^(?<file>{drive}[^:]+\.[fF]\d*):{line}(?::{column})?: \[?(?<code>[A-Z]{1,4}\d{3})\]?(?: \[\*\])? {message}$",
)];

static ROWS: [Pattern; 1] = [Pattern::lint(
    r"^  +{line}:{column} (?<code>[A-Z]{1,4}\d{3})(?: \[\*\])? {message}$",
)];

static LISTINGS: [Listing; 1] = [Listing::new(r"^(?<file>{drive}[^:]+\.[fF]\d*):$", &ROWS)];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "concise",
        "src/f.f90:2:3: S071 [*] variable declaration missing '::'\n",
        r#"[{"type": "lint", "severity": "warning", "code": "S071", "file": "src/f.f90", "line": 2, "column": 3, "message": "variable declaration missing '::'"}]"#,
    ),
    Example::new(
        "grouped",
        "src/f.f90:\n  1:1 C001 program uses implicit typing\n\nfortitude: 1 files scanned.\n",
        r#"[{"code": "C001", "file": "src/f.f90", "line": 1, "column": 1, "message": "program uses implicit typing"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "fortitude",
    "Fortitude: linter of Fortran",
    DOCS,
    &[Cow::Borrowed("fortran")],
    &EXAMPLES,
);

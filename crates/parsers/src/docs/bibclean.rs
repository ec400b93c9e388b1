//! bibclean.

use std::borrow::Cow;

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &["%% ", "?? "])
        .lines(&LINES)
        .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`%% "FILE", line 2: message` (a warning) and `?? "FILE", line 3: message` (an error), the lines with byte
positions below them, and `FILE:2:message` of older versions.

## Versions seen

bibclean 2.11 to 3.07.
"#;

static LINES: [Pattern; 1] =
    [
        Pattern::lint(r#"^(?<severity>%%|\?\?) "(?<file>[^"]+)", line {line}: {message}$"#)
            .words(&[("%%", Severity::Warning), ("??", Severity::Error)]),
    ];

static PARTS: [Part; 5] = [
    Part::one(r#"^(?<severity>%%|\?\?) [^:"]+:\d+:{message}$"#),
    Part::one(r"^(?:%%|\?\?)  File positions: +input \[(?<file>[^\]]+)\].*$"),
    Part::one(r"^(?:%%|\?\?)  Entry .*$"),
    Part::one(r"^(?:%%|\?\?)  Value +input byte=\d+ line= *{line} column= *{column} .*$"),
    Part::maybe(r"^(?:%%|\?\?)  Current .*$"),
];

static BLOCKS: [Block; 1] =
    [Block::lint(&PARTS).words(&[("%%", Severity::Warning), ("??", Severity::Error)])];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "an error",
        r#"?? "a.bib", line 3: Expected comma after last field ``month''.
"#,
        r#"[{"type": "lint", "severity": "error", "file": "a.bib", "line": 3}]"#,
    ),
    Example::new(
        "with positions",
        r#"%% stdin:60:Unexpected value in ``month = "09"''.
%%  File positions:  input [main.bib]  output [stdout]
%%  Entry   input byte=1681 line=50 column= 1 output byte=1680 line=50 column= 0
%%  Value   input byte=2137 line=60 column=17 output byte=2137 line=60 column=17
%%  Current input byte=2139 line=60 column=19 output byte=2137 line=60 column=17
"#,
        r#"[{"severity": "warning", "file": "main.bib", "line": 60, "column": 17}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "bibclean",
    "bibclean",
    DOCS,
    &[Cow::Borrowed("bibtex")],
    &EXAMPLES,
);

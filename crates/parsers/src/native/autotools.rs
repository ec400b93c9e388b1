//! m4 and Automake: what has no line, or m4's name before it.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "m4:",
            "configure.ac: ",
            "configure.in: ",
            "Makefile.am: ",
            "automake: error: "
        ]
    )
    .lines(&LINES)
    .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`m4:FILE:3: ERROR: message`, `configure.ac: error: message` with the lines that explain it, which begin with the file,
too, and `automake: error: message`. What has a line, `configure.ac:2: error: message`, is read by the generic parser.

## Versions seen

m4 1.4.19, Autoconf 2.71, Automake 1.16.5.
"#;

static LINES: [Pattern; 2] = [
    Pattern::compiler(r"^(?:\S*/)?m4:{file}:{line}: (?:{severity}: )?{message}$")
        .broken(&["end of file in string", "end of file in argument list"]),
    Pattern::of(ErrorType::Build, r"^automake: {severity}: {message}$"),
];

static EXPLAINED: [Part; 2] = [
    Part::one(
        r"^(?<file>{drive}(?:[^:\s]*[/\\])?(?:configure\.(?:ac|in)|Makefile\.am)): (?<severity>error|warning): {message}$",
    ),
    Part::many(
        r"^{drive}(?:[^:\s]*[/\\])?(?:configure\.(?:ac|in)|Makefile\.am): (?<message>[A-Zt].*|and .*)$",
    ),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Build, &EXPLAINED)];

static EXAMPLES: [Example; 1] = [Example::new(
    "m4 and Automake",
    "m4:a.m4:1: ERROR: end of file in string\nconfigure.ac: error: no proper invocation of AM_INIT_AUTOMAKE was found.\nconfigure.ac: You should verify that configure.ac invokes AM_INIT_AUTOMAKE,\nautomake: error: no 'Makefile.am' found for any configure output\n",
    r#"[{"type": "syntax", "severity": "error", "file": "a.m4", "line": 1, "message": "end of file in string"},
        {"type": "build", "file": "configure.ac", "message": "no proper invocation of AM_INIT_AUTOMAKE was found.\nYou should verify that configure.ac invokes AM_INIT_AUTOMAKE,"},
        {"type": "build", "severity": "error", "message": "no 'Makefile.am' found for any configure output"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "autotools",
    "m4 and Automake",
    DOCS,
    &[Cow::Borrowed("autotools")],
    &EXAMPLES,
);

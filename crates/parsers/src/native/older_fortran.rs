//! Fortran compilers and checkers of the past whose lines are like nobody else's: g77, Lahey's and Fujitsu's,
//! Essential Lahey (ELF90) and ftnchek.

use unbreak_core::{Descriptor, Example, Severity, register_parser};

use super::LANGUAGES;
use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            ".f:",
            "-S: \"",
            "-W: \"",
            "-I: \"",
            "-U: \"",
            "-s  \"",
            "-w  \"",
            "-i  \"",
            "-u  \"",
            "-s \"",
            "-w \"",
            "-i \"",
            "-u \"",
            ", file ",
            " near line ",
            " in module ",
            " used at line ",
            " set at line ",
            ") : error ",
            ") : warning ",
            ") : comment "
        ]
    )
    // Before the shapes of any tool, but after gfortran, whose places stand alone as g77's do.
    .priority(4)
    .lines(&LINES)
    .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

- g77: `FILE:3:`, the source, a caret, and the message with `(^)` in it;
- Lahey/Fujitsu: `2004-S: "FILE", line 3: message`, and `jwd1303i-w  "FILE", line 5: message` with the severity's letter
  at the end of the number;
- FTN95: `FILE(12) : error 52 - message`;
- ELF90: `Line 10, file FILE`, the source with a bar below it, and `FATAL -- message`;
- ftnchek: `Warning near line 10 file FILE: message`, `Nonportable usage near line 31 col 9 file FILE: message`, and
  places within a list: `    Dummy arg W in module SUBA line 8 file FILE is array`, `    L4 used at line 55 file FILE; never set`.

## Versions seen

g77 3.4, Lahey LF95 6, Fujitsu 3, ELF90 3 and ftnchek 3, from their manuals.
"#;

static LAHEY: [(&str, Severity); 4] = [
    ("I", Severity::Info),
    ("W", Severity::Warning),
    ("S", Severity::Error),
    ("U", Severity::Fatal),
];

static LINES: [Pattern; 5] = [
    Pattern::compiler(r"^{file}\({line}\) : (?<severity>error|warning|comment) (?<code>\d+) - {message}$")
        .words(&[("comment", Severity::Info)]),
    Pattern::compiler(
        r#"^ *(?<code>\d{4}-(?<severity>[SWIU])): "(?<file>[^"]+)", line {line}(?:, column {column})?: {message}$"#,
    )
    .words(&LAHEY),
    Pattern::compiler(
        r#"^(?<code>jwd\d+i-(?<severity>[swiu])) +"(?<file>[^"]+)", line {line}(?:, column {column})?: {message}$"#,
    )
    .words(&LAHEY),
    Pattern::lint(
        r"^(?<severity>Warning|Error|Nonportable usage|Caution|Possibly misleading appearance|Inefficient)(?:: .*)? near line {line}(?: col {column})? file (?<file>{drive}[^\s:]+): {message}$",
    )
    .words(&[("Nonportable usage", Severity::Warning)]),
    Pattern::lint(
        r"^ {2,}(?<message>\w[\w ()]*? (?:in module \w+|used|set|defined|declared|referenced|invoked)(?: at)?) line {line} file (?<file>{drive}[^\s;:]+\.\w+)(?: \w.*|;.*)?$",
    ),
];

static G77: [Part; 4] = [
    Part::one(r"^(?<file>{drive}[^\s:]+\.(?:f|for|F|FOR)):{line}: ?$"),
    Part::one(r"^ {3,}\S.*$"),
    Part::one(r"^ +\^ *$"),
    Part::one(r"^{message}$"),
];

static ELF90: [Part; 4] = [
    Part::one(r"^Line {line}, file (?<file>\S+)$"),
    Part::many(r"^(?: .*|[^FWA].*|)$"),
    Part::one(r"^(?<severity>FATAL|WARNING|ABORT) -- {message}$"),
    Part::maybe(r"^ +\S.*$"),
];

static BLOCKS: [Block; 2] = [
    Block::compiler(&G77),
    Block::compiler(&ELF90).words(&[("ABORT", Severity::Fatal), ("FATAL", Severity::Error)]),
];

static EXAMPLES: [Example; 4] = [
    Example::new(
        "g77",
        "shop.f: In program `main':\nshop.f:3:\n         x = y +\n                ^\nMissing operand for operator at (^)\n",
        r#"[{"severity": "error", "file": "shop.f", "line": 3, "message": "Missing operand for operator at (^)"}]"#,
    ),
    Example::new(
        "Lahey and Fujitsu",
        "2004-S: \"shop.f90\", line 3: Undefined label 10.\njwd1303i-w  \"shop.f90\", line 5: The variable is not used.\n",
        r#"[{"severity": "error", "code": "2004-S", "file": "shop.f90", "line": 3},
            {"severity": "warning", "code": "jwd1303i-w", "file": "shop.f90", "line": 5}]"#,
    ),
    Example::new(
        "ELF90",
        "Line 10, file shop.f90\n  x = y +\n        |\nFATAL -- Expecting an operand\n",
        r#"[{"severity": "error", "file": "shop.f90", "line": 10, "message": "Expecting an operand"}]"#,
    ),
    Example::new(
        "ftnchek",
        "Nonportable usage near line 31 col 9 file shop.f: mixed default and explicit\n    Dummy arg W in module SUBA line 8 file shop.f is array\n",
        r#"[{"severity": "warning", "file": "shop.f", "line": 31, "column": 9}, {"severity": "warning", "file": "shop.f", "line": 8}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "older-fortran",
    "g77, Lahey, Fujitsu, ELF90 and ftnchek",
    DOCS,
    LANGUAGES,
    &EXAMPLES,
);

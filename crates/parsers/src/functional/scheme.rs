//! CHICKEN, Gambit and Chez Scheme.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Listing, Part, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "Syntax error: (",
            "Warning: (",
            "Error: (",
            "Warning: in ",
            "Note: in ",
            "*** ERROR IN \"",
            " at line ",
            "\tCall history:"
        ]
    )
    .lines(&LINES)
    .listings(&LISTINGS)
    .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`Syntax error: (a.scm:3) message`, `Warning: (a.scm:3) message`, `Error: (line 3) message`, and up to version 4
`Warning: in toplevel procedure: (a.scm:3) message`; at run time `Error: message` above `Call history:`, which names no place.
Gambit: `*** ERROR IN "a.scm"@3.5 -- message`; Chez Scheme: `Exception in read: message at line 3, char 5 of a.ss`.

## Versions seen

CHICKEN 5.3, Chez Scheme 9.5; 4 and 5 from its documentation.
"#;

static LINES: [Pattern; 4] = [
    Pattern::compiler(r#"^\*\*\* ERROR IN "(?<file>[^"]+)"@{line}\.{column} -- {message}$"#),
    Pattern::syntax(r"^Exception(?: in [^:]+)?: {message} at line {line}, char {column} of (?<file>\S+)$"),
    Pattern::syntax(r"^(?:Syntax error|Error): \((?:line |(?<file>{drive}[^:()\s]+):){line}\) {message}$"),
    Pattern::lint(r"^(?<severity>Warning): (?:in [^:()]+: )?\((?<file>{drive}[^:()\s]+):{line}\) {message}$"),
];

/// An error at run time stands without a place above the history of calls.
static ROWS: [Pattern; 1] = [Pattern::of(ErrorType::Runtime, r"^\tCall history:$")];

static LISTINGS: [Listing; 1] = [Listing::new(
    r"^Error: (?<message>[^(\s].*|\([^\s:)]+\) .*)$",
    &ROWS,
)];

/// The procedures that a place is in, each in a line of its own, and then the place.
static NESTED: [Part; 3] = [
    Part::one(r"^(?<severity>Warning|Note): in .*[:,]$"),
    Part::many(r"^ +in .*[:,]$"),
    Part::one(r"^ +\((?<file>{drive}[^:()\s]+):{line}\) {message}$"),
];

static BLOCKS: [Block; 1] = [Block::lint(&NESTED)];

static EXAMPLES: [Example; 6] = [
    Example::new(
        "Gambit and Chez Scheme",
        "*** ERROR IN \"shop.scm\"@12.5 -- Unbound variable: total\nException in read: unexpected close parenthesis at line 3, char 5 of cart.ss\n",
        r#"[{"severity": "error", "file": "shop.scm", "line": 12, "column": 5}, {"type": "syntax", "file": "cart.ss", "line": 3, "column": 5}]"#,
    ),
    Example::new(
        "nested procedures",
        "Warning: in toplevel procedure `main':\n  (shop.scm:3) in procedure call to `car', expected argument #1 of type `pair'\n",
        r#"[{"type": "lint", "severity": "warning", "file": "shop.scm", "line": 3}]"#,
    ),
    Example::new(
        "an error at run time",
        "\nError: (+) bad argument type - not a number: \"a\"\n\n\tCall history:\n\n\t<syntax>\t  [f] (##core#begin (+ x \"a\"))\n\t<eval>\t  [f] (+ x \"a\")\t<--\n",
        r#"[{"type": "runtime", "severity": "error", "message": "(+) bad argument type - not a number: \"a\""}]"#,
    ),
    Example::new(
        "an error",
        "Error: (line 3) unterminated list\n",
        r#"[{"type": "syntax", "severity": "error", "line": 3, "message": "unterminated list"}]"#,
    ),
    Example::new(
        "a syntax error",
        "Syntax error: (shop.scm:3) in `let' - too few arguments\n",
        r#"[{"type": "syntax", "file": "shop.scm", "line": 3}]"#,
    ),
    Example::new(
        "version 4",
        "Warning: in toplevel procedure `main': (shop.scm:5) in procedure call to `f', expected 1 argument but was given 2\n",
        r#"[{"severity": "warning", "file": "shop.scm", "line": 5}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "scheme",
    "CHICKEN, Gambit and Chez Scheme",
    DOCS,
    &[Cow::Borrowed("scheme")],
    &EXAMPLES,
);

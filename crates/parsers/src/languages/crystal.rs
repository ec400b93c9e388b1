//! Crystal and Ameba.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Field, Grammar, Listing, Part, Pattern, Records},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "In ",
            "Unhandled exception: ",
            "[W] ",
            "[C] ",
            "[E] ",
            "[F] ",
            "\"size\""
        ]
    )
    .listings(&LISTINGS)
    .blocks(&BLOCKS)
    .records(&RECORDS)
);

const DOCS: &str = r#"
## What it understands

Crystal: `In src/a.cr:3:5`, the quoted line, `Error: message`, and its JSON; Ameba: the place, below it
`[W] Rule: message`. `Unhandled exception: message (CLASS)` of a program, at the first entry of its stack that is not the
language's own.

## Versions seen

Crystal 0.30 to 1.13, Ameba 1, from their documentation.
"#;

static ROWS: [Pattern; 1] =
    [
        Pattern::lint(r"^\[(?<severity>[CWEFR])\] (?:\[[A-Z][a-z]+\] )?(?<code>[A-Z]\w+/\w+): {message}$")
            .broken(&["Lint/Syntax"]),
    ];

static LISTINGS: [Listing; 1] = [Listing::new(r"^(?<file>\S+\.cr):{line}:{column}$", &ROWS)];

/// The compiler's own JSON.
static FIELDS: [(Field, &str); 4] = [
    (Field::File, "file"),
    (Field::Line, "line"),
    (Field::Column, "column"),
    (Field::Message, "message"),
];

static RECORDS: [Records; 1] =
    [Records::of(ErrorType::Build, "*", &FIELDS).needing(&["file", "line", "column", "size", "message"])];

static PARTS: [Part; 3] = [
    Part::one(r"^(?:In|Syntax error in) (?<file>\S+\.cr):{line}(?::{column})?:?$"),
    Part::many(r"^$|^ *\d+ \|.*$| *\^-*$"),
    Part::one("^Error: {message}$"),
];

/// A program that stopped. What belongs to the language comes above what called it.
static STOPPED: [Part; 4] = [
    Part::one(r"^Unhandled exception: (?<message>.*?)(?: \((?<code>[A-Z][\w:]*)\))?$"),
    Part::many(r"^  from /usr/\S*/crystal/.*$"),
    Part::one(r"^  from (?<file>\S+?\.cr):{line}:{column} in .*$"),
    Part::many(r"^  from .*$"),
];

static BLOCKS: [Block; 2] = [
    Block::of(ErrorType::Type, &PARTS).broken(&["unexpected token", "expecting token", "unterminated"]),
    Block::of(ErrorType::Runtime, &STOPPED),
];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "a program that stopped",
        "Unhandled exception: Index out of bounds (IndexError)\n  from /usr/share/crystal/src/indexable.cr:74:8 in 'first'\n  from src/shop.cr:12:5 in '__crystal_main'\n",
        r#"[{"type": "runtime", "severity": "error", "code": "IndexError", "file": "src/shop.cr", "line": 12, "column": 5, "message": "Index out of bounds"}]"#,
    ),
    Example::new(
        "Crystal",
        "In src/shop.cr:3:1

 3 | totl
     ^---
Error: undefined local variable or method 'totl' for top-level
",
        r#"[{"type": "type", "severity": "error", "file": "src/shop.cr", "line": 3, "column": 1}]"#,
    ),
    Example::new(
        "Ameba",
        "src/shop.cr:1:1
[W] Lint/UselessAssign: Useless assignment to variable `a`
> a = 1
  ^
",
        r#"[{"type": "lint", "severity": "warning", "code": "Lint/UselessAssign", "file": "src/shop.cr", "line": 1, "column": 1}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "crystal",
    "Crystal and Ameba",
    DOCS,
    &[Cow::Borrowed("crystal")],
    &EXAMPLES,
);

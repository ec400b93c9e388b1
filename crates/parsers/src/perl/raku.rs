//! Raku, in text and JSON.

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
            "===SORRY!===",
            "\"X::",
            "  in sub ",
            "  in method ",
            "  in block "
        ]
    )
    .listings(&LISTINGS)
    .blocks(&BLOCKS)
    .records(&RECORDS)
);

const DOCS: &str = r#"
## What it understands

`===SORRY!=== Error while compiling FILE`, the message, and `at FILE:3`; what was thrown, above
`  in sub f at FILE line 3`; the JSON of
`RAKU_EXCEPTIONS_HANDLER=JSON`.

## Versions seen

Rakudo 2022.12; 2018 to 2024 from its documentation.
"#;

static PARTS: [Part; 4] = [
    Part::one(r"^===SORRY!===(?: Error while compiling (?<file>\S+))?$"),
    Part::many(r"^(?<message>[^a\s-].*|a[^t].*|at [^/\w].*)$"),
    Part::one(r"^at (?<file>\S+):(?<line>\d+)$"),
    Part::many("^-+> .*$|^ +.*$"),
];

/// What was thrown stands above its stack, without a sign of what it is.
static ROWS: [Pattern; 1] = [Pattern::of(
    ErrorType::Runtime,
    r"^  in (?:sub|method|submethod|block|regex|code|any) .+ at (?<file>{drive}[^:\s]+) line {line}$",
)];

static LISTINGS: [Listing; 1] = [Listing::new(r"^(?<message>[^\s=#-].*)$", &ROWS)
    .continued(r"^  in .+ at \S+ .*$")
    .skipping(r"^  in .+ at (?:SETTING::|/.*rakudo).*$")];

static BLOCKS: [Block; 1] =
    [Block::compiler(&PARTS).broken(&["Missing", "Unable to parse", "Two terms", "Confused", "Malformed"])];

static FIELDS: [(Field, &str); 5] = [
    (Field::File, "filename"),
    (Field::Line, "line"),
    (Field::Column, "column"),
    (Field::Code, "@"),
    (Field::Message, "message"),
];

/// What a module lacks has its line in the words only.
static UNSATISFIED: [(Field, &str); 3] = [
    (Field::Line, "line"),
    (Field::Code, "@"),
    (Field::Message, "message"),
];

static SAID: [Pattern; 1] = [Pattern::of(
    ErrorType::Import,
    r"^(?s)(?<message>Could not find (?:\S+) at line {line} in:.*)$",
)];

static RECORDS: [Records; 2] = [
    Records::of(ErrorType::Type, "*", &FIELDS)
        .needing(&["message", "filename"])
        .broken(&["X::Syntax", "X::Comp"]),
    Records::of(ErrorType::Import, "*", &UNSATISFIED)
        .needing(&["message", "specification"])
        .saying_more(&SAID),
];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "what was thrown",
        "no\n  in sub f at b.raku line 1\n  in block <unit> at b.raku line 2\n\n",
        r#"[{"type": "runtime", "severity": "error", "file": "b.raku", "line": 1, "message": "no"}]"#,
    ),
    Example::new(
        "a name that is not declared",
        "===SORRY!=== Error while compiling /home/dev/project/a.raku
Variable '$totl' is not declared.  Did you mean '$total'?
at /home/dev/project/a.raku:3
------> <BOL>⏏$totl
",
        r#"[{"type": "type", "severity": "error", "file": "/home/dev/project/a.raku", "line": 3, "message": "Variable '$totl' is not declared.  Did you mean '$total'?"}]"#,
    ),
    Example::new(
        "JSON",
        r#"{"X::Undeclared":{"message":"Variable '$tes' is not declared","filename":"a.raku","line":1,"column":null}}
"#,
        r#"[{"type": "type", "code": "X::Undeclared", "file": "a.raku", "line": 1}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "raku",
    "Raku, in text and JSON",
    DOCS,
    &[Cow::Borrowed("raku")],
    &EXAMPLES,
);

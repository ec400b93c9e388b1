//! Robot Framework.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &["| FAIL |", "[ ERROR ] ", "[ WARN ] "])
        .lines(&LINES)
        .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`Adds  | FAIL |` with the message below it, a suite's own line left out, and what is wrong with a file
(`[ ERROR ] Error in file 'shop.robot' on line 4: message`).

## Versions seen

Robot Framework 7.
"#;

static LINES: [Pattern; 2] = [
    Pattern::compiler(
        r"^\[ (?<severity>ERROR|WARN) \] Error in file '(?<file>[^']+)' on line {line}: {message}$",
    ),
    Pattern::of(ErrorType::Build, r"^\[ (?<severity>ERROR) \] {message}$"),
];

/// The first line below the name of a suite is "3 tests, 1 passed, 2 failed".
static FAILED: [Part; 3] = [
    Part::one(r"^(?<test>\S.*?) +\| FAIL \|$"),
    Part::one(r"^(?<message>[^\d\s=].*|-[^-].*|\d+ ?[^ t\d].*|\d+)$"),
    Part::many(r"^(?<message>[^\s=-].*|\s+\S.*|[-=][^-=].*)$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Assertion, &FAILED)];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "a test that failed",
        r#"==============================================================================
Shop
==============================================================================
Adds                                                                  | FAIL |
2 != 3
------------------------------------------------------------------------------
Shop                                                                  | FAIL |
1 test, 0 passed, 1 failed
==============================================================================
"#,
        r#"[{"type": "assertion", "severity": "error", "test": "Adds", "message": "2 != 3"}]"#,
    ),
    Example::new(
        "a file that is not in order",
        r#"[ ERROR ] Error in file '/home/dev/project/shop.robot' on line 4: Unrecognized section header '*** Foo ***'.
"#,
        r#"[{"severity": "error", "file": "/home/dev/project/shop.robot", "line": 4, "message": "Unrecognized section header '*** Foo ***'."}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "robot-test",
    "Robot Framework",
    DOCS,
    &[Cow::Borrowed("robotframework")],
    &EXAMPLES,
);

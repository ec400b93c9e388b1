//! Catch2.

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use super::LANGUAGES;
use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &[": FAILED:", ": failed: "])
        .lines(&LINES)
        .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`FILE:12: FAILED:` (with Visual C++ `FILE(12): FAILED:`), the assertion indented below, and what it expanded to, or the
exception that came; with the reporter `compact` all of it in one line, `FILE:12: failed: total == 1 for: 2 == 1`. JUnit's
form is another parser's.

## Versions seen

Catch2 2.13; 3.4 from its source.
"#;

static LINES: [Pattern; 1] = [Pattern::of(
    ErrorType::Assertion,
    r"^(?<file>{drive}[^:()]+\.\w+)[:(]{line}\)?: failed: {message}$",
)];

static PARTS: [Part; 6] = [
    Part::one(r"^(?<file>{drive}[^:()]+\.\w+)[:(]{line}\)?: FAILED:$"),
    Part::many(r"^  {message}$"),
    Part::maybe(r"^(?:with expansion:|explicitly with messages?:|because .*:|due to .*:)$"),
    Part::many(r"^  {message}$"),
    Part::maybe(r"^(?:with messages?|due to .*):$"),
    Part::many(r"^  {message}$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Assertion, &PARTS).saying("the assertion failed")];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "an assertion",
        "shop.cpp:12: FAILED:\n  REQUIRE( total == 1 )\nwith expansion:\n  2 == 1\n\n",
        r#"[{"type": "assertion", "severity": "error", "file": "shop.cpp", "line": 12, "message": "REQUIRE( total == 1 )\n2 == 1"}]"#,
    ),
    Example::new(
        "the reporter compact",
        "shop.cpp:12: failed: total == 1 for: 2 == 1\n",
        r#"[{"type": "assertion", "severity": "error", "file": "shop.cpp", "line": 12, "message": "total == 1 for: 2 == 1"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor("catch2", "Catch2", DOCS, LANGUAGES, &EXAMPLES);

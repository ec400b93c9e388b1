//! Boost.Test.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &["error: in \"", "): last checkpoint"])
        .priority(BEFORE_COMPILERS)
        .lines(&LINES)
        .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`shop.cpp(4): error: in "adds": check 1 + 1 == 3 has failed`. An exception that nobody caught has an unknown
location; the last checkpoint before it is the place then.

## Versions seen

Boost 1.74.
"#;

/// The lines look like those of Microsoft's compiler.
const BEFORE_COMPILERS: i32 = 20;

static LINES: [Pattern; 1] = [Pattern::of(
    ErrorType::Assertion,
    r#"^(?<file>(?:[A-Za-z]:)?[^:]*\.\w+)\({line}\): (?<severity>(?:fatal )?error): in "(?<test>[^"]+)": {message}$"#,
)];

static UNCAUGHT: [Part; 2] = [
    Part::one(r#"^unknown location\(0\): (?<severity>(?:fatal )?error): in "(?<test>[^"]+)": {message}$"#),
    Part::maybe(r"^{file}\({line}\): last checkpoint(?:: .*)?$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Runtime, &UNCAUGHT)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a check that failed and an exception",
    r#"shop.cpp(4): error: in "adds": check 1 + 1 == 3 has failed [1 + 1 != 3]
unknown location(0): fatal error: in "stops": std::runtime_error: boom
shop.cpp(7): last checkpoint: "stops" test entry

*** 2 failures are detected in the test module "m"
"#,
    r#"[{"type": "assertion", "severity": "error", "file": "shop.cpp", "line": 4, "test": "adds", "message": "check 1 + 1 == 3 has failed [1 + 1 != 3]"}, {"type": "runtime", "severity": "fatal", "file": "shop.cpp", "line": 7, "test": "stops", "message": "std::runtime_error: boom"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "boost-test",
    "Boost.Test",
    DOCS,
    &[Cow::Borrowed("cpp")],
    &EXAMPLES,
);

//! doctest: tests of C++.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["ERROR: "]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

`shop.cpp:4: ERROR: CHECK( 1 + 1 == 3 ) is NOT correct!` with the values below, and exceptions that a test threw.

## Versions seen

doctest 2.4.
"#;

static PARTS: [Part; 2] = [
    Part::one(
        r"^{file}:{line}: (?<severity>(?:FATAL )?ERROR): (?<message>(?:CHECK|REQUIRE|WARN|FAST_|test case |FAIL|MESSAGE).*)$",
    ),
    Part::many(r"^ {2}(?<message>\S.*)$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Assertion, &PARTS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "a check that failed",
    r#"shop.cpp:4: ERROR: CHECK( 1 + 1 == 3 ) is NOT correct!
  values: CHECK( 2 == 3 )

shop.cpp:7: ERROR: test case THREW exception: unknown exception

"#,
    r#"[{"type": "assertion", "severity": "error", "file": "shop.cpp", "line": 4, "message": "CHECK( 1 + 1 == 3 ) is NOT correct!\nvalues: CHECK( 2 == 3 )"}, {"file": "shop.cpp", "line": 7, "message": "test case THREW exception: unknown exception"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "doctest-cpp",
    "doctest: tests of C++",
    DOCS,
    &[Cow::Borrowed("cpp")],
    &EXAMPLES,
);

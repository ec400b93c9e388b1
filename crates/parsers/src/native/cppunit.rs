//! CppUnit.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[") test: ", ":Assertion", "##Failure Location unknown##"]
    )
    .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

The list of failures (`1) test: T::adds (F) line: 6 shop.cpp`) and the compiler's style (`shop.cpp:6:Assertion`),
with what was expected below. An exception that nobody caught has no place.

## Versions seen

CppUnit 1.15.
"#;

static LISTED: [Part; 3] = [
    Part::one(r"^\d+\) test: (?<test>\S+) \([FE]\)(?: line: {line} (?<file>\S.*?))?\s*$"),
    Part::maybe(r"^(?<message>[^\s.].*)$"),
    Part::many(r"^(?<message>- .*)$"),
];

static COMPILER: [Part; 4] = [
    Part::one(r"^(?:{file}:{line}:Assertion|##Failure Location unknown## : \w+)$"),
    Part::one(r"^Test name: (?<test>\S+)$"),
    Part::maybe(r"^(?<message>[^\s.].*)$"),
    Part::many(r"^(?<message>- .*)$"),
];

static BLOCKS: [Block; 2] = [
    Block::of(ErrorType::Assertion, &LISTED).saying("the test failed"),
    Block::of(ErrorType::Assertion, &COMPILER).saying("the test failed"),
];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "the list of failures",
        r#"1) test: T::adds (F) line: 6 shop.cpp
equality assertion failed
- Expected: 3
- Actual  : 2


2) test: T::stops (E) 
uncaught exception of type std::exception (or derived).
- boom

"#,
        r#"[{"type": "assertion", "severity": "error", "file": "shop.cpp", "line": 6, "test": "T::adds", "message": "equality assertion failed\n- Expected: 3\n- Actual  : 2"}, {"test": "T::stops", "message": "uncaught exception of type std::exception (or derived).\n- boom"}]"#,
    ),
    Example::new(
        "the compiler's style",
        r#"shop.cpp:6:Assertion
Test name: T::adds
assertion failed
- Expression: 1 == 2

"#,
        r#"[{"file": "shop.cpp", "line": 6, "test": "T::adds", "message": "assertion failed\n- Expression: 1 == 2"}]"#,
    ),
];

static DESCRIPTOR: Descriptor =
    format::descriptor("cppunit", "CppUnit", DOCS, &[Cow::Borrowed("cpp")], &EXAMPLES);

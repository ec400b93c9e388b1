//! Small test frameworks of C and C++: CppUTest, cmocka, greatest and CUTE.

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use super::LANGUAGES;
use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "error: Failure in ",
            "[  ERROR   ] --- ",
            "[   LINE   ] --- ",
            "FAIL ",
            "#failure ",
            "#error "
        ]
    )
    // Before gcc and GoogleTest, whose lines look alike.
    .priority(7)
    .confirmed_by(begins_line)
    .lines(&LINES)
    .blocks(&BLOCKS)
);

/// Whether short words stand at the beginning of a line.
fn begins_line(output: &[u8], end: usize) -> bool {
    let words = [&b"FAIL "[..], b"#failure ", b"#error "];
    words
        .iter()
        .all(|word| !output[..end].ends_with(word) || format::may_begin_line(output, end, word.len()))
}

const DOCS: &str = r#"
## What it understands

- CppUTest: `FILE:12: error: Failure in TEST(GROUP, NAME)` above the message;
- cmocka: `[  ERROR   ] --- message` and `[   LINE   ] --- FILE:12: error: Failure!`;
- greatest: `FAIL test: message (FILE:12)`;
- CUTE: `#failure test FILE:12 message`.

## Versions seen

CppUTest 4.0 and cmocka 1.1; greatest 1.5 and CUTE 2 from their sources.
"#;

static LINES: [Pattern; 2] = [
    Pattern::of(
        ErrorType::Assertion,
        r"^FAIL (?<test>\w+): {message} \((?<file>{drive}[^():]+):{line}\)(?: \([\d.]+ .*\))?$",
    ),
    Pattern::of(
        ErrorType::Assertion,
        r"^#(?:failure|error) (?<test>\w+) (?<file>{drive}[^:]+):{line} {message}$",
    ),
];

static CPPUTEST: [Part; 2] = [
    Part::one(r"^{file}:{line}: error: Failure in (?<test>\w+\(\w+, \w+\))$"),
    Part::many(r"^\t{message}$"),
];

static CMOCKA: [Part; 3] = [
    Part::many(r"^\[  ERROR   \] --- {message}$"),
    Part::one(r"^\[   LINE   \] --- (?<file>{drive}[^:]+):{line}: error: Failure!$"),
    Part::maybe(r"^\[  FAILED  \] (?<test>\w+)$"),
];

/// A test that crashed has no line.
static CRASHED: [Part; 2] = [
    Part::many(r"^\[  ERROR   \] --- {message}$"),
    Part::one(r"^\[  FAILED  \] (?<test>\w+)$"),
];

static BLOCKS: [Block; 3] = [
    Block::of(ErrorType::Assertion, &CPPUTEST).saying("the test failed"),
    Block::of(ErrorType::Assertion, &CMOCKA).saying("the test failed"),
    Block::of(ErrorType::Runtime, &CRASHED),
];

static EXAMPLES: [Example; 3] = [
    Example::new(
        "CppUTest",
        "shop_test.cpp:12: error: Failure in TEST(Shop, Total)\n\texpected <1>\n\tbut was  <2>\n\tdifference starts at position 0 at: <          2         >\n",
        r#"[{"type": "assertion", "severity": "error", "file": "shop_test.cpp", "line": 12, "test": "TEST(Shop, Total)"}]"#,
    ),
    Example::new(
        "cmocka",
        "[ RUN      ] test_total\n[  ERROR   ] --- 0x1 != 0x2\n[   LINE   ] --- shop_test.c:12: error: Failure!\n",
        r#"[{"type": "assertion", "severity": "error", "file": "shop_test.c", "line": 12, "message": "0x1 != 0x2"}]"#,
    ),
    Example::new(
        "greatest and CUTE",
        "FAIL test_total: Expected total (shop_test.c:12)\n#failure test_sum cart_test.cpp:13 sum == 2\n",
        r#"[{"type": "assertion", "file": "shop_test.c", "line": 12, "test": "test_total"}, {"file": "cart_test.cpp", "line": 13, "message": "sum == 2"}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "test-frameworks",
    "CppUTest, cmocka, greatest and CUTE",
    DOCS,
    LANGUAGES,
    &EXAMPLES,
);

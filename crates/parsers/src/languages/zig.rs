//! Zig: tests that fail, and panics.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["FAIL (", "panic: "]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

`FAIL (TestExpectedEqual)` and `thread 1 panic: message`, with the stack below: the place is the first frame outside
Zig's own library. What the compiler says is in the common shape.

## Versions seen

Zig 0.11 to 0.15.
"#;

/// Frames of Zig's own library, and the source that is quoted below any frame.
const FOREIGN: &str = r"^(?:.*[/\\](?:lib[/\\](?:zig[/\\])?std|lib[/\\]compiler)[/\\].*: 0x[0-9a-f]+ in .*| {2,}.*|\s*\^[~^]*|\?\?\?:\?:\?: .*)$";
const OWN: &str = r"^{file}:{line}:{column}: 0x[0-9a-f]+ in (?:test\.)?(?<test>\S+) \(.*\)$";

static FAILED: [Part; 3] = [
    Part::one(r"^(?:\d+/\d+ .*)?FAIL \((?<code>\w+)\)$"),
    Part::many(FOREIGN),
    Part::one(OWN),
];

static PANIC: [Part; 3] = [
    Part::one(r"^(?:thread \d+ )?panic: {message}$"),
    Part::many(FOREIGN),
    Part::one(r"^{file}:{line}:{column}: 0x[0-9a-f]+ in \S+ \(.*\)$"),
];

static BLOCKS: [Block; 2] = [
    Block::of(ErrorType::Assertion, &FAILED).saying("the test failed"),
    Block::of(ErrorType::Runtime, &PANIC),
];

static EXAMPLES: [Example; 1] = [Example::new(
    "a test that failed",
    r#"1/2 shop.test.adds...expected 3, found 2
FAIL (TestExpectedEqual)
/usr/lib/zig/lib/std/testing.zig:93:17: 0x124ee74 in expectEqualInner__func_962 (std.zig)
                return error.TestExpectedEqual;
                ^
/home/dev/project/shop.zig:3:5: 0x124ef2b in test.adds (shop.zig)
    try std.testing.expectEqual(@as(i32, 3), 1 + 1);
    ^
2/2 shop.test.ok...OK
1 passed; 0 skipped; 1 failed.
"#,
    r#"[{"type": "assertion", "severity": "error", "code": "TestExpectedEqual", "file": "/home/dev/project/shop.zig", "line": 3, "column": 5, "test": "adds"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "zig",
    "Zig: tests that fail, and panics",
    DOCS,
    &[Cow::Borrowed("zig")],
    &EXAMPLES,
);

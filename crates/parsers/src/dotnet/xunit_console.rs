//! xUnit.net's runner on the console.

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use super::LANGUAGES;
use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[" [FAIL]"]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

`    NAME [FAIL]`, the message indented below, `Stack Trace:` and its entries, `FILE(12,0): at METHOD`, of which the first is
the place. Also with `[xUnit.net 00:00:00.50]` before each line.

## Versions seen

xUnit.net 2.4, from its source.
"#;

static PARTS: [Part; 5] = [
    Part::one(r"^(?:\[xUnit\.net [\d:.]+\])? +(?<test>\S.*) \[FAIL\]$"),
    Part::many(r"^(?:\[xUnit\.net [\d:.]+\])? {6,}(?<message>(?:[^S\s]|S[^t]|St[^a]).*)$"),
    Part::one(r"^(?:\[xUnit\.net [\d:.]+\])? {6,}Stack Trace:$"),
    Part::one(r"^(?:\[xUnit\.net [\d:.]+\])? {6,}(?<file>{drive}[^():]+)\({line},\d+\): at .*$"),
    Part::many(r"^(?:\[xUnit\.net [\d:.]+\])? {6,}(?:{drive}[^():]+\(\d+,\d+\): )?at .*$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Assertion, &PARTS).saying("the test failed")];

static EXAMPLES: [Example; 1] = [Example::new(
    "a test that fails",
    "    Shop.CartTest.Total [FAIL]\n      Assert.Equal() Failure\n      Expected: 1\n      Actual:   2\n      Stack Trace:\n        C:\\project\\CartTest.cs(12,0): at Shop.CartTest.Total()\n",
    r#"[{"type": "assertion", "severity": "error", "file": "C:\\project\\CartTest.cs", "line": 12, "test": "Shop.CartTest.Total", "message": "Assert.Equal() Failure\nExpected: 1\nActual:   2"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "xunit-console",
    "xUnit.net's runner on the console",
    DOCS,
    LANGUAGES,
    &EXAMPLES,
);

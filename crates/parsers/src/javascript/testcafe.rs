//! TestCafe.

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use super::LANGUAGES;
use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

// Its errors are numbered; what follows tells them from other lists.
register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            "   1) ", "   2) ", "   3) ", "   4) ", "   5) ", "   6) ", "   7) ", "   8) ", "   9) "
        ]
    )
    .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

What failed in a test: the numbered error below `✖ NAME`, the browser, the source, and the place after `at`.

## Versions seen

TestCafe 3.
"#;

static PARTS: [Part; 8] = [
    Part::one(r"^ +\d+\) (?:(?<code>\w*Error): )?{message}$"),
    Part::many(r"^ {6,}(?<message>(?:[^B ]|B[^r]).*)$"),
    Part::many(r"^\s*$"),
    Part::one(r"^ +Browser: .+$"),
    Part::many(r"^\s*$"),
    Part::many(r"^ +(?:> +)?\d+ \|.*$"),
    Part::many(r"^\s*$"),
    Part::one(r"^ +at (?:.*\()?(?<file>{drive}[^:()]+):{line}:{column}\)?$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Assertion, &PARTS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "an assertion",
    " ✖ adds up\n\n   1) AssertionError: expected 'a' to deeply equal 'b'\n\n      Browser: Chrome 120\n\n         3 |\n       > 5 |    await t.expect('a').eql('b');\n         6 |});\n\n         at <anonymous> (/home/dev/project/tests/shop.js:5:24)\n",
    r#"[{"type": "assertion", "severity": "error", "code": "AssertionError", "file": "/home/dev/project/tests/shop.js", "line": 5, "column": 24, "message": "expected 'a' to deeply equal 'b'"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor("testcafe", "TestCafe", DOCS, LANGUAGES, &EXAMPLES);

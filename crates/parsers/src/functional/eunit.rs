//! EUnit.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["*failed*"]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

`shop_tests: total_test...*failed*`, the function with its place below it, and the error.

## Versions seen

Erlang/OTP 20 to 27, from its documentation.
"#;

static PARTS: [Part; 3] = [
    Part::one(r"^\s*(?<test>\S.*?)\.\.\.\*failed\*$"),
    Part::one(r"^in (?:function|call from) \S+ \((?<file>[^,]+\.erl), line {line}\)$"),
    Part::many(r"^(?:in (?:function|call from) .*|  called as .*|\*\*{message})$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Assertion, &PARTS).saying("the test failed")];

static EXAMPLES: [Example; 1] = [Example::new(
    "a test that failed",
    r#"shop_tests: total_test...*failed*
in function shop_tests:total_test/0 (shop_tests.erl, line 3)
**error:{assert,[{module,shop_tests},{line,3}]}
"#,
    r#"[{"type": "assertion", "severity": "error", "file": "shop_tests.erl", "line": 3, "test": "shop_tests: total_test"}]"#,
)];

static DESCRIPTOR: Descriptor =
    format::descriptor("eunit", "EUnit", DOCS, &[Cow::Borrowed("erlang")], &EXAMPLES);

//! prove and Test::Harness.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &["(Wstat: ", "#   Failed "]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

Tests that failed, as Test::More says it on the standard error: `#   Failed test 'adds'`, `#   at t/a.t line 2.`, and
what was got and expected.

The summary: a script (`t/shop.t (Wstat: 768 (exited 3) Tests: 1 Failed: 0)`), and below it why it failed: an exit
status, a plan that was not kept, tests that failed.

## Versions seen

Test::Harness 3.44.
"#;

static PARTS: [Part; 2] = [
    Part::one(r"^(?<file>\S+) +\(Wstat: .*\)$"),
    Part::many(r"^  {message}$"),
];

/// What Test::More says of a test: `#   Failed test 'adds'` and `#   at t/a.t line 2.`, or both in one line.
static TEST: [Part; 3] = [
    Part::one(
        r"^#   (?<message>Failed (?:\(TODO\) )?(?:test|subtest)(?: '(?<test>.+?)')?)(?: at (?<file>\S+) line {line}\.)?$",
    ),
    Part::maybe(r"^#   at (?<file>\S+) line {line}\.$"),
    Part::many(r"^# {4,}(?<message>\S.*)$"),
];

static BLOCKS: [Block; 2] = [
    Block::of(ErrorType::Assertion, &TEST),
    Block::of(ErrorType::Assertion, &PARTS),
];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "tests that failed",
        "\n#   Failed test 'adds'\n#   at t/a.t line 2.\n#          got: '2'\n#     expected: '3'\n\n#   Failed test at t/a.t line 3.\n# Looks like you failed 2 tests of 3.\n",
        r#"[{"type": "assertion", "severity": "error", "file": "t/a.t", "line": 2, "test": "adds", "message": "Failed test 'adds'\ngot: '2'\nexpected: '3'"},
            {"type": "assertion", "file": "t/a.t", "line": 3, "message": "Failed test"}]"#,
    ),
    Example::new(
        "a plan that was not kept",
        r#"t/shop.t (Wstat: 768 (exited 3) Tests: 1 Failed: 0)
  Non-zero exit status: 3
  Parse errors: Bad plan.  You planned 2 tests but ran 1.
"#,
        r#"[{"type": "assertion", "severity": "error", "file": "t/shop.t", "message": "Non-zero exit status: 3\nParse errors: Bad plan.  You planned 2 tests but ran 1."}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "prove",
    "prove and Test::Harness",
    DOCS,
    &[Cow::Borrowed("perl")],
    &EXAMPLES,
);

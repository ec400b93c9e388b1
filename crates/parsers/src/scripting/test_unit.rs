//! Ruby's test-unit.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(
    // Before Minitest, which has the same headings; whose block it is tells the next line.
    Grammar::new(
        &DESCRIPTOR,
        &[
            "Failure: test",
            "Error: test",
            "Pending: test",
            "Omission: test",
            "Notification: test",
            ") Failure:",
            ") Error:"
        ]
    )
    .priority(1)
    .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`Failure: test_adds(TestCart): message` and below it the place and the quoted lines (test-unit 2 and 3);
`  1) Failure:` and below it `test_adds(TestCart) [FILE:28]:`, the place also on lines of its own, and the
message (test-unit 1, up to Ruby 1.8).

## Versions seen

test-unit 3.5; 1 to 3 from its documentation.
"#;

static FAILURE: [Part; 6] = [
    Part::one(r"^Failure: (?<test>test\w*[^():]*\([\w:]+\))(?:: {message})?\.?$"),
    Part::maybe(r"^(?<file>{drive}[^:\s]+):{line}:in .*$"),
    Part::many(r"^ +(?:=> )?\d+: .*$"),
    Part::maybe(r"^(?<file>{drive}[^:\s]+):{line}:in .*$"),
    Part::many(r"^ +(?:=> )?\d+: .*$"),
    Part::many("^(?<message>[^=\\s].*)$"),
];

static ERROR: [Part; 2] = [
    Part::one(r"^Error: (?<test>test\w*[^():]*\([\w:]+\)): (?<code>[A-Z][\w:]*): {message}$"),
    Part::maybe(r"^(?<file>{drive}[^:\s]+):{line}:in .*$"),
];

static OLD_FAILURE: [Part; 4] = [
    Part::one(r"^ +\d+\) Failure:$"),
    Part::one(r"^ *(?<test>\w+\([\w:]+\)) *(?:\[(?<file>{drive}[^:\s]+):{line}(?::in .*?)?\]?)?:?$"),
    Part::many(r"^ +\[?(?<file>{drive}[^:\s\[]+):{line}:in .*$"),
    Part::many(r"^{message}$"),
];

static OLD_ERROR: [Part; 4] = [
    Part::one(r"^ +\d+\) Error:$"),
    Part::one(r"^(?<test>\w+\([\w:]+\)):$"),
    Part::one("^(?<code>[A-Z][\\w:]*): {message}$"),
    Part::many(r"^ +(?<file>{drive}[^:\s]+):{line}:in .*$"),
];

/// What did not fail. It has no message, and so is not reported; its lines are nobody else's.
static PASSED: [Part; 3] = [
    Part::one(r"^(?:Pending|Omission|Notification): test.*$"),
    Part::maybe(r"^{drive}[^:\s]+:\d+:in .*$"),
    Part::many(r"^ +(?:=> )?\d+: .*$"),
];

static BLOCKS: [Block; 5] = [
    Block::of(ErrorType::Lint, &PASSED),
    Block::of(ErrorType::Assertion, &FAILURE),
    Block::of(ErrorType::Runtime, &ERROR),
    Block::of(ErrorType::Assertion, &OLD_FAILURE),
    Block::of(ErrorType::Runtime, &OLD_ERROR),
];

static EXAMPLES: [Example; 4] = [
    Example::new(
        "a failure, and a test that waits",
        "Pending: test_p(T2): x\ntu.rb:6:in `test_p'\n     3:   def test_adds; end\n  => 6:   def test_p; pend(\"x\"); end\n     7: end\nFailure: test_adds(T2)\ntu.rb:3:in `test_adds'\n  => 3:   def test_adds; end\n<3> expected but was\n<2>\n",
        r#"[{"type": "assertion", "test": "test_adds(T2)", "file": "tu.rb", "line": 3, "message": "<3> expected but was\n<2>"}]"#,
    ),
    Example::new(
        "a failure",
        "===============================================================================\nFailure: test_adds(TestCart): <4> expected but was <3>.\n/home/dev/project/test_cart.rb:7:in `test_adds'\n     4:   def test_adds\n  => 7:     assert_equal(4, total)\n===============================================================================\n",
        r#"[{"type": "assertion", "severity": "error", "test": "test_adds(TestCart)", "file": "/home/dev/project/test_cart.rb", "line": 7,
             "message": "<4> expected but was <3>"}]"#,
    ),
    Example::new(
        "test-unit 1",
        "  1) Failure:\ntest_adds(TestCart) [test/cart.rb:28]:\n<4> expected but was\n<3>.\n",
        r#"[{"type": "assertion", "test": "test_adds(TestCart)", "file": "test/cart.rb", "line": 28}]"#,
    ),
    Example::new(
        "an error",
        "Error: test_strict(TestCart): NoMethodError: undefined method `sum' for nil\n/home/dev/project/cart.rb:3:in `total'\n",
        r#"[{"type": "runtime", "code": "NoMethodError", "test": "test_strict(TestCart)", "line": 3}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "test-unit",
    "Ruby's test-unit",
    DOCS,
    &[Cow::Borrowed("ruby")],
    &EXAMPLES,
);

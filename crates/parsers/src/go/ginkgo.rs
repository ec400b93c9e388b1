//! Ginkgo's specs.

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use super::LANGUAGES;
use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(
    Grammar::new(&DESCRIPTOR, &["  [FAILED] ", "  [PANICKED] ", "  [TIMEDOUT] "]).blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

What failed in a spec: `[FAILED]` with the matcher's message, up to `In [It] at: FILE:16 @ TIME`. The summary
at the end repeats the places.

## Versions seen

Ginkgo 2, from its documentation.
"#;

static PARTS: [Part; 3] = [
    Part::one(r"^ +\[(?:FAILED|PANICKED|TIMEDOUT)\] {message}$"),
    Part::many(r"^ *(?<message>(?:[^I ]|I[^n]|In[^ ]|In [^\[]).*)$|^\s*$"),
    Part::one(r"^ *In \[\w+\](?: at:|.* at:) {file}:{line}(?: @ .*)?$"),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Assertion, &PARTS)];

static EXAMPLES: [Example; 1] = [Example::new(
    "an expectation",
    "• [FAILED] [0.001 seconds]\nCart [It] adds\n/home/dev/project/cart_test.go:15\n\n  [FAILED] Expected\n      <int>: 4\n  to equal\n      <int>: 5\n  In [It] at: /home/dev/project/cart_test.go:16 @ 05/01/24 10:00:00.123\n",
    r#"[{"type": "assertion", "severity": "error", "file": "/home/dev/project/cart_test.go", "line": 16, "message": "Expected\n<int>: 4\nto equal\n<int>: 5"}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor("ginkgo", "Ginkgo's specs", DOCS, LANGUAGES, &EXAMPLES);

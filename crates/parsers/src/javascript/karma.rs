//! Karma.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part},
};

register_parser!(Grammar::new(&DESCRIPTOR, &[" FAILED"]).blocks(&BLOCKS));

const DOCS: &str = r#"
## What it understands

`Chrome 1.0 (Linux) shop adds FAILED`, the message, and the stack, of which the first frame outside of
`node_modules` is the place.

## Versions seen

Karma 6.4 with Jasmine; 3 to 5 from its documentation.
"#;

static PARTS: [Part; 4] = [
    Part::one(
        r"^(?:\S+(?: [A-Z]\w+)? [\d.]+ \(.*?\)|(?:Chrome|Firefox|Safari|Edge|PhantomJS|HeadlessChrome|Chrome Headless) [\d.]+)(?: \(.*?\))? (?<test>\S.*) FAILED$",
    ),
    Part::many(r"^\s+(?<message>[^a\s].*|a[^t].*|at[^ ].*)$"),
    Part::many(r"^\s+at .*(?:node_modules|<Jasmine>|<anonymous>\)$).*$"),
    Part::one(
        r"^\s+at (?:.* \()?(?:webpack://+|https?://[^/]+/(?:base/|_karma_webpack_/(?:webpack:/)?)?)?(?:\./)?(?<file>{drive}[^():?]+)(?:\?[^:]*)?:{line}:{column}\)?$",
    ),
];

static BLOCKS: [Block; 1] = [Block::of(ErrorType::Assertion, &PARTS).classed()];

static EXAMPLES: [Example; 1] = [Example::new(
    "a test that failed",
    "Chrome 120.0.0.0 (Linux x86_64) shop adds FAILED\n\tError: Expected 2 to be 3.\n\t    at <Jasmine>\n\t    at UserContext.<anonymous> (src/shop.spec.js:3:5)\n",
    r#"[{"type": "assertion", "severity": "error", "file": "src/shop.spec.js", "line": 3, "column": 5, "test": "shop adds", "message": "Expected 2 to be 3."}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor(
    "karma",
    "Karma",
    DOCS,
    &[Cow::Borrowed("javascript"), Cow::Borrowed("typescript")],
    &EXAMPLES,
);

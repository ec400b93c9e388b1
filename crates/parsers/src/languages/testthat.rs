//! testthat: tests of R.

use std::borrow::Cow;

use unbreak_core::{Descriptor, ErrorType, Example, Severity, register_parser};

use crate::format::{
    self,
    grammar::{Block, Grammar, Part, Pattern},
};

register_parser!(
    Grammar::new(
        &DESCRIPTOR,
        &[
            ". Failure (",
            ". Error (",
            "── Failure (",
            "── Error (",
            "── Warning (",
            "-- Failure (",
            "-- Error (",
            "-- Warning (",
            "') - "
        ]
    )
    .lines(&LINES)
    .blocks(&BLOCKS)
);

const DOCS: &str = r#"
## What it understands

`── Failure (test-shop.R:3:3): the total ──`, and the message up to a blank line or the next heading; `Error` and
`Warning` likewise.

## Versions seen

testthat 3.1.
"#;

static FAILURE: [Part; 2] = [
    Part::one(
        r"^(?:──|--) (?:\d+\. )?Failure \((?:\?\?\?|'?(?<file>{drive}[^:)']+?):{line}(?::{column})?'?)\): (?<test>.+?) ?[─-]*$",
    ),
    Part::many(r"^(?<message>[^─\s-].*|-[^-].*)$"),
];

static ERROR: [Part; 2] = [
    Part::one(
        r"^(?:──|--) (?:\d+\. )?Error \((?:\?\?\?|'?(?<file>{drive}[^:)']+?):{line}(?::{column})?'?)\): (?<test>.+?) ?[─-]*$",
    ),
    Part::many(r"^(?<message>[^─\s-].*|-[^-].*)$"),
];

static WARNING: [Part; 2] = [
    Part::one(
        r"^(?:──|--) (?:\d+\. )?Warning \((?:\?\?\?|'?(?<file>{drive}[^:)']+?):{line}(?::{column})?'?)\): (?<test>.+?) ?[─-]*$",
    ),
    Part::many(r"^(?<message>[^─\s-].*|-[^-].*)$"),
];

/// The summary's list of warnings.
static LINES: [Pattern; 1] = [Pattern::of(
    ErrorType::Runtime,
    r"^\d+\. (?<test>.+) \('(?<file>{drive}[^:']+):{line}(?::{column})?'\) - {message}$",
)
.severity(Severity::Warning)];

static BLOCKS: [Block; 3] = [
    Block::of(ErrorType::Assertion, &FAILURE).saying("the test failed"),
    Block::of(ErrorType::Runtime, &ERROR).saying("the test failed"),
    Block::of(ErrorType::Runtime, &WARNING).severity(Severity::Warning),
];

static EXAMPLES: [Example; 2] = [
    Example::new(
        "the reporter of R CMD check, and the summary",
        "── Failure ('test-a.R:3'): adds ────────────────────────────────────────────────\n1 + 1 not equal to 3.\n── Error ('test-a.R:6'): boom ──────────────────────────────────────────────────\nError in `eval(code, test_env)`: no way\n\n── 1. Failure ('test-a.R:3'): odd ─────\nno\n\n1. w ('test-a.R:9') - careful\n",
        r#"[{"type": "assertion", "file": "test-a.R", "line": 3, "test": "adds", "message": "1 + 1 not equal to 3."},
            {"type": "runtime", "severity": "error", "file": "test-a.R", "line": 6, "test": "boom", "message": "Error in `eval(code, test_env)`: no way"},
            {"type": "assertion", "test": "odd"}, {"severity": "warning", "line": 9, "test": "w", "message": "careful"}]"#,
    ),
    Example::new(
        "a test that failed",
        r#"── Failure (test-shop.R:3:3): the total ────────────────
1 + 1 not equal to 3.

"#,
        r#"[{"type": "assertion", "severity": "error", "file": "test-shop.R", "line": 3, "column": 3, "test": "the total", "message": "1 + 1 not equal to 3."}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor(
    "testthat",
    "testthat: tests of R",
    DOCS,
    &[Cow::Borrowed("r")],
    &EXAMPLES,
);

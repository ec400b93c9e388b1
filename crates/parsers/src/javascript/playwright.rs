//! Playwright Test.

mod json;

use std::sync::LazyLock;

use regex::Regex;
use unbreak_core::pattern::pattern;
use unbreak_core::{
    Descriptor, Diagnostic, Document, ErrorParser, ErrorType, Example, Line, Location, OutputRange,
    ParserState, Severity, Sink, Step, register_parser,
};

use super::LANGUAGES;
use super::thrown::{self, Thrown};
use crate::format::{self, locate, marks};

register_parser!(Playwright);

const DOCS: &str = r#"
## What it understands

`1) [project] › FILE:3:3 › suite › test`, and below it each error with its stack, as the reporters list, line and
dot print it; the reporter `json`. What has no stack is reported where the test begins. A retry that failed alike is no second
failure. The test's name is what `-g` takes: the titles joined by blanks. A run that found no tests is an
error.

## Versions seen

Playwright 1.65.
"#;

static EXAMPLES: [Example; 2] = [
    Example::new(
        "an expectation that does not hold",
        "  1) [unit] › tests/shop.spec.js:3:3 › cart › adds up ──────────────────

    Error: expect(received).toBe(expected) // Object.is equality

    Expected: 4
    Received: 3

      2 | test.describe('cart', () => {
    > 4 |     expect(1 + 2).toBe(4);
        |                   ^
        at /home/dev/project/tests/shop.spec.js:4:19

    Error Context: test-results/shop/error-context.md

  1 failed
",
        r#"[{"type": "assertion", "severity": "error", "file": "/home/dev/project/tests/shop.spec.js", "line": 4,
             "column": 19, "test": "cart adds up",
             "message": "expect(received).toBe(expected) // Object.is equality\n\nExpected: 4\nReceived: 3"}]"#,
    ),
    Example::new(
        "an exception in what is tested, and its retry",
        "  1) tests/cart.spec.js:3:3 › cart › totals ────────────────────────

    TypeError: this.totl is not a function

       at src/cart.js:3

      2 |   constructor() { this.items = []; }
    > 3 |   total() { return this.totl(); }
        |                         ^
        at Cart.total (/home/dev/project/src/cart.js:3:25)
        at /home/dev/project/tests/cart.spec.js:3:44

    Retry #1 ─────────────────────────────────────────────

    TypeError: this.totl is not a function

  1 failed
",
        r#"[{"type": "runtime", "code": "TypeError", "test": "cart totals", "file": "/home/dev/project/src/cart.js",
             "line": 3, "column": 25, "message": "this.totl is not a function"}]"#,
    ),
];

static DESCRIPTOR: Descriptor =
    format::descriptor("playwright", "Playwright Test", DOCS, LANGUAGES, &EXAMPLES);

const NO_TESTS: &str = "Error: No tests found";

/// The parser.
struct Playwright;

impl ErrorParser for Playwright {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn triggers(&self) -> &[&str] {
        &[" › ", NO_TESTS, "\"projectName\""]
    }

    fn priority(&self) -> i32 {
        6
    }

    fn start(&self) -> Box<dyn ParserState> {
        Box::new(State::default())
    }
}

/// `  1) [project] › FILE:3:3 › suite › test ─────`.
static HEADING: LazyLock<Regex> = LazyLock::new(|| {
    pattern(r"^  +\d+\) (?:\[[^\]]+\] › )?((?:[A-Za-z]:)?[^:]+:\d+:\d+) › (.+?)(?: [─=]+)?\s*$")
});

/// Errors kept of one test.
const ERRORS: usize = 50;

#[derive(Default)]
struct State {
    open: Option<Open>,
}

/// A test whose lines are still coming.
struct Open {
    place: Location,
    test: String,
    /// The errors; the last one may be unfinished.
    errors: Vec<Thrown>,
    /// Whether the rest repeats known errors: a retry, or the list of files that were written.
    over: bool,
    range: OutputRange,
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        if let Some(open) = &mut self.open {
            let belongs = line.text.is_empty() || line.text.starts_with("    ");
            if belongs {
                open.push(line.text);
                open.range.end = line.range.end;
                return Step::More;
            }
            self.finish(sink);
            return Step::Pass;
        }
        if let Some(reason) = line
            .text
            .strip_prefix("Error: ")
            .filter(|_| line.text.starts_with(NO_TESTS))
        {
            sink.emit(Diagnostic::new(ErrorType::Runtime, Severity::Error, reason));
            return Step::Done;
        }
        self.open = Open::begin(line);
        self.open.as_ref().map_or(Step::Pass, |_| Step::More)
    }

    fn document(&mut self, document: &Document<'_>, sink: &mut Sink) -> bool {
        match document {
            Document::Json { value, .. } => json::read(value, sink),
            _ => false,
        }
    }

    fn finish(&mut self, sink: &mut Sink) {
        if let Some(open) = self.open.take() {
            open.emit(sink);
        }
    }
}

impl Open {
    fn begin(line: &Line<'_>) -> Option<Self> {
        let found = HEADING.captures(line.text)?;
        Some(Self {
            place: locate::at_start(found.get(1)?.as_str())?.location(),
            test: found[2].replace(" › ", " "),
            errors: Vec::new(),
            over: false,
            range: line.range,
        })
    }

    fn push(&mut self, text: &str) {
        self.over |= is_aftermath(text.trim_start());
        if self.over || is_heading_of_source(text) {
            return;
        }
        let ended = self.errors.last().is_none_or(Thrown::in_stack);
        let begins = !text.trim().is_empty() && !thrown::is_frame(text) && !marks::is_gutter(text);
        if ended && begins && self.errors.len() < ERRORS {
            self.errors.push(Thrown::default());
        }
        if let Some(error) = self.errors.last_mut() {
            error.push(text);
        }
    }

    fn emit(self, sink: &mut Sink) {
        for error in self.errors {
            let mut diagnostic = error.into_diagnostic();
            if diagnostic.location.file.is_none() {
                diagnostic.location = self.place.clone();
            }
            diagnostic.test = Some(self.test.clone());
            diagnostic.output = self.range;
            sink.emit(diagnostic);
        }
    }
}

/// Whether a line belongs to Playwright's list below the errors.
fn is_aftermath(text: &str) -> bool {
    ["Retry #", "Error Context: ", "attachment #", "─────"]
        .iter()
        .any(|start| text.starts_with(start))
}

/// `       at src/cart.js:3`, above the quoted source of another file: the stack says it better.
fn is_heading_of_source(text: &str) -> bool {
    let place = text.strip_prefix("       at ").and_then(locate::at_start);
    place.is_some_and(|placed| placed.rest.is_empty() && placed.span.column.is_none())
}

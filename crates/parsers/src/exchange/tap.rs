//! The Test Anything Protocol.

mod details;
mod linter;

use unbreak_core::{
    Descriptor, Diagnostic, ErrorParser, ErrorType, Example, Line, OutputRange, ParserState, Severity, Sink,
    Step, register_parser,
};

use self::details::Details;
use super::PRIORITY;
use crate::format;

register_parser!(Tap);

const DOCS: &str = r#"
## What it understands

TAP 13 and 14 (<https://testanything.org/tap-version-14-specification.html>): failed test points with the
YAML, the comments or the indented text (Mocha's) below them, from which message, class, stack, place,
expected and actual values are taken;
`Bail out!`. Of a linter's point (ESLint, stylelint, TSLint, textlint, RuboCop) each finding is one. Tests that are skipped or expected to fail (`# TODO`) are no failures, and a test that
failed only because a test within it did is not reported beside that one.

## Versions seen

prove with Test::More 1.3, node:test 20, tape 5 and bats 1.9, from their documentation; ESLint 9, stylelint 17, TSLint 6, textlint 15, RuboCop 1.39.
"#;

static EXAMPLES: [Example; 4] = [
    Example::new(
        "indented text below it, as Mocha writes it",
        "not ok 1 cart totals\n  this.totl is not a function\n  TypeError: this.totl is not a function\n      at Cart.total (src/cart.js:3:25)\n      at process.processImmediate (node:internal/timers:483:21)\n# tests 1\n",
        r#"[{"type": "runtime", "code": "TypeError", "test": "cart totals", "message": "this.totl is not a function",
             "file": "src/cart.js", "line": 3, "column": 25}]"#,
    ),
    Example::new(
        "YAML below the test point",
        "TAP version 13\n1..2\nok 1 - first\nnot ok 2 - adds\n  ---\n  message: 'expected 5'\n  at:\n    file: test/calc.js\n    line: 12\n    column: 3\n  ...\n",
        r#"[{"type": "assertion", "severity": "error", "test": "adds", "message": "expected 5", "file": "test/calc.js",
             "line": 12, "column": 3}]"#,
    ),
    Example::new(
        "comments below it, as Test::More writes them",
        "not ok 1 - name is kept\n#   Failed test 'name is kept'\n#   at t/name.t line 5.\n#          got: 'rant'\n#     expected: 'rent'\n",
        r#"[{"test": "name is kept", "file": "t/name.t", "line": 5,
             "message": "name is kept\ngot: 'rant'\nexpected: 'rent'"}]"#,
    ),
    Example::new(
        "an exception in what is tested, as node:test writes it",
        "not ok 1 - totals\n  ---\n  location: '/home/dev/project/cart.test.js:4:1'\n  failureType: 'testCodeFailure'\n  error: 'this.totl is not a function'\n  code: 'ERR_TEST_FAILURE'\n  name: 'TypeError'\n  stack: |-\n    Cart.total (/home/dev/project/cart.js:3:25)\n    TestContext.<anonymous> (/home/dev/project/cart.test.js:4:54)\n    Test.run (node:internal/test_runner/test:796:25)\n  ...\n",
        r#"[{"type": "runtime", "code": "TypeError", "test": "totals", "message": "this.totl is not a function",
             "file": "/home/dev/project/cart.js", "line": 3, "column": 25}]"#,
    ),
];

static DESCRIPTOR: Descriptor = format::descriptor("tap", "the Test Anything Protocol", DOCS, &[], &EXAMPLES);

/// The parser.
struct Tap;

impl ErrorParser for Tap {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn triggers(&self) -> &[&str] {
        &["not ok ", "not ok", "Bail out!"]
    }

    fn priority(&self) -> i32 {
        PRIORITY
    }

    fn start(&self) -> Box<dyn ParserState> {
        Box::new(State::default())
    }
}

#[derive(Default)]
struct State {
    open: Option<Point>,
    /// The indentation of the last failure: its parents come after it, indented less.
    failed_at: Option<usize>,
    /// Whether parents come first, with their children in braces.
    braced: bool,
}

/// A failed test point.
struct Point {
    indentation: usize,
    name: String,
    details: Details,
    range: OutputRange,
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        if let Some(point) = &mut self.open {
            if point.details.line(line.text, point.indentation) {
                point.range.end = line.range.end;
                return if point.details.is_doubtful() {
                    Step::Maybe
                } else {
                    Step::More
                };
            }
            self.finish(sink);
            return Step::Pass;
        }
        if let Some(reason) = line.text.trim_start().strip_prefix("Bail out!") {
            sink.emit(bailed_out(reason));
            return Step::Done;
        }
        self.braced |= line.text.ends_with(" {");
        self.open = Point::begin(line);
        if self.open.is_some() {
            Step::More
        } else {
            Step::Pass
        }
    }

    fn finish(&mut self, sink: &mut Sink) {
        let Some(point) = self.open.take() else { return };
        let parent = !self.braced && self.failed_at.is_some_and(|inner| point.indentation < inner);
        self.failed_at = Some(point.indentation);
        if !parent && !point.details.is_parent() {
            point.emit(sink);
        }
    }
}

fn bailed_out(reason: &str) -> Diagnostic {
    let message = format!("the test run was given up: {}", reason.trim());
    Diagnostic::new(ErrorType::Runtime, Severity::Fatal, message)
}

impl Point {
    /// `not ok 2 - adds # directive`.
    fn begin(line: &Line<'_>) -> Option<Self> {
        let text = line.text.trim_start();
        let rest = text.strip_prefix("not ok")?;
        let rest = rest
            .strip_prefix(' ')
            .or_else(|| rest.is_empty().then_some(rest))?;
        let (name, directive) = rest.split_once(" # ").unwrap_or((rest, ""));
        // The tests within it come below, in braces.
        let parent = text.ends_with(" {");
        let excused = ["todo", "skip"].iter().any(|word| {
            directive
                .get(..word.len())
                .is_some_and(|start| start.eq_ignore_ascii_case(word))
        });
        let number = name.bytes().take_while(u8::is_ascii_digit).count();
        let name = name[number..].trim().trim_start_matches("- ").trim();
        (!excused && !parent).then(|| Self {
            indentation: line.text.len() - text.len(),
            name: if name.is_empty() {
                format!("test {}", &rest[..number])
            } else {
                name.to_owned()
            },
            details: Details::default(),
            range: line.range,
        })
    }

    /// Emits the point's failed test, or a linter's finding in a file.
    fn emit(self, sink: &mut Sink) {
        let findings = linter::findings(&self.name, self.details.yaml(), self.details.comments());
        if findings.is_empty() {
            sink.emit(self.into_diagnostic());
            return;
        }
        for mut finding in findings {
            finding.output = self.range;
            sink.emit(finding);
        }
    }

    fn into_diagnostic(self) -> Diagnostic {
        let mut diagnostic = self.details.finish(&self.name);
        diagnostic.test = Some(self.name);
        diagnostic.output = self.range;
        diagnostic
    }
}

//! Jest, and the JSON that Jest and Vitest share.

use serde_json::Value;
use unbreak_core::{
    Descriptor, Diagnostic, Document, ErrorParser, ErrorType, Example, Line, Location, ParserState, Severity,
    Sink, Step, register_parser,
};

use super::LANGUAGES;
use super::thrown::Thrown;
use crate::format;

register_parser!(Jest);

const DOCS: &str = r#"
## What it understands

The blocks that begin with `●` and the test's name: message, quoted source, stack. `Test suite failed
to run` is an error of the file that the `FAIL` line above names. The test's name is what `-t` takes:
the titles joined by blanks. The summary repeats failures; they are reported once.

`--json` of Jest and Vitest's reporter `json`. A run that found no tests is an error.

## Versions seen

Jest 29.7 and 30, Vitest 2.1.
"#;

static EXAMPLES: [Example; 1] = [Example::new(
    "an expectation that does not hold",
    r#"FAIL test/shop.test.js
  ● total › adds

    expect(received).toBe(expected) // Object.is equality

    Expected: 4
    Received: 3

      3 |   test("adds", () => {
    > 4 |     expect(total([1, 2])).toBe(4);
        |                           ^
      5 |   });

      at Object.toBe (test/shop.test.js:4:27)

Tests:       1 failed, 1 passed, 2 total
"#,
    r#"[{"type": "assertion", "severity": "error", "test": "total adds",
         "message": "expect(received).toBe(expected) // Object.is equality\n\nExpected: 4\nReceived: 3",
         "file": "test/shop.test.js", "line": 4, "column": 27}]"#,
)];

static DESCRIPTOR: Descriptor = format::descriptor("jest", "Jest's failures", DOCS, LANGUAGES, &EXAMPLES);

const BULLET: &str = "  ● ";
const NO_TESTS: &str = "No tests found, exiting with code 1";
const SUITE: &str = "Test suite failed to run";

/// The parser.
struct Jest;

impl ErrorParser for Jest {
    fn descriptor(&self) -> &Descriptor {
        &DESCRIPTOR
    }

    fn triggers(&self) -> &[&str] {
        &["● ", "FAIL ", NO_TESTS, "\"assertionResults\""]
    }

    fn start(&self) -> Box<dyn ParserState> {
        Box::new(State::default())
    }
}

#[derive(Default)]
struct State {
    /// The file that the last `FAIL` line named.
    file: Option<String>,
    open: Option<Open>,
}

struct Open {
    /// The titles that lead to the test.
    title: String,
    thrown: Thrown,
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        if let Some(open) = &mut self.open {
            let within = line.text.is_empty() || line.text.starts_with("   ");
            if within {
                open.thrown.push(line.text);
                return Step::More;
            }
            self.finish(sink);
            return Step::Pass;
        }
        self.begin(line.text, sink)
    }

    fn document(&mut self, document: &Document<'_>, sink: &mut Sink) -> bool {
        let Document::Json { value, .. } = document else {
            return false;
        };
        let Some(files) = value["testResults"].as_array() else {
            return false;
        };
        for file in files {
            read_file(file, sink);
        }
        true
    }

    fn finish(&mut self, sink: &mut Sink) {
        if let Some(open) = self.open.take()
            && !open.thrown.is_empty()
        {
            sink.emit(failure(open.thrown, &open.title, self.file.as_deref()));
        }
    }
}

impl State {
    fn begin(&mut self, text: &str, sink: &mut Sink) -> Step {
        if text == NO_TESTS {
            sink.emit(Diagnostic::new(
                ErrorType::Build,
                Severity::Error,
                "no tests found",
            ));
            return Step::Done;
        }
        if let Some(file) = text.trim_start().strip_prefix("FAIL ") {
            // A project's name or a time may be beside the file.
            let file = file.trim().split(" (").next().unwrap_or_default();
            self.file = file.rsplit(' ').next().map(str::to_owned);
            return Step::Pass;
        }
        let Some(title) = text.strip_prefix(BULLET).filter(|title| *title != "Console") else {
            return Step::Pass;
        };
        self.open = Some(Open {
            title: title.trim().to_owned(),
            thrown: Thrown::default(),
        });
        Step::More
    }
}

fn failure(thrown: Thrown, title: &str, file: Option<&str>) -> Diagnostic {
    let mut diagnostic = thrown.into_diagnostic();
    if title != SUITE {
        diagnostic.test = Some(title.replace(" › ", " "));
    }
    if diagnostic.location.file.is_none() {
        diagnostic.location = file.map(Location::file).unwrap_or_default();
    }
    diagnostic
}

/// The results of one file: its failed tests, or the reason why it did not run.
fn read_file(file: &Value, sink: &mut Sink) {
    let name = file["name"].as_str();
    let mut failed = false;
    for test in file["assertionResults"].as_array().into_iter().flatten() {
        if test["status"] == "failed" {
            failed = true;
            read_test(test, name, sink);
        }
    }
    let message = file["message"].as_str().unwrap_or_default().trim();
    if !failed && file["status"] == "failed" && !message.is_empty() {
        let text = message
            .strip_prefix("● ")
            .and_then(|text| text.strip_prefix(SUITE));
        sink.emit(failure(Thrown::read(text.unwrap_or(message)), SUITE, name));
    }
}

fn read_test(test: &Value, file: Option<&str>, sink: &mut Sink) {
    let title = test["fullName"].as_str().unwrap_or_default();
    for message in test["failureMessages"].as_array().into_iter().flatten() {
        if let Some(text) = message.as_str() {
            sink.emit(failure(Thrown::read(text), title, file));
        }
    }
}

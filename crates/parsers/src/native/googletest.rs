//! GoogleTest.

use std::collections::HashSet;

use unbreak_core::{
    Diagnostic, ErrorType, Line, Location, ParserState, Severity, Sink, Step, register_parser,
};

use crate::described;
use crate::format::{Format, locate};

register_parser!(Format::of(&described::GOOGLETEST).state::<State>());

/// Lines kept of a message.
const LINES: usize = 60;
/// Names kept of failed tests.
const NAMES: usize = 10_000;

#[derive(Default)]
struct State {
    /// The test that runs.
    test: Option<String>,
    failure: Option<Failure>,
    /// Tests whose failure was reported.
    reported: HashSet<String>,
}

struct Failure {
    location: Location,
    lines: Vec<String>,
    start: u64,
    end: u64,
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        let text = line.text;
        if let Some(name) = text.strip_prefix("[ RUN      ] ") {
            self.close(sink);
            self.test = Some(name.trim().to_owned());
            return Step::More;
        }
        if text.starts_with("[       OK ] ") || text.starts_with("[  SKIPPED ] ") {
            self.close(sink);
            self.test = None;
            return Step::Done;
        }
        if let Some(ended) = text.strip_prefix("[  FAILED  ] ") {
            self.close(sink);
            self.failed(ended, line, sink);
            return Step::Done;
        }
        if let Some(location) = header(text) {
            self.close(sink);
            self.failure = Some(Failure {
                location,
                lines: Vec::new(),
                start: line.range.start,
                end: line.range.end,
            });
            return Step::More;
        }
        match &mut self.failure {
            Some(failure) if !text.starts_with('[') => {
                failure.end = line.range.end;
                if failure.lines.len() < LINES {
                    failure.lines.push(text.trim_end().to_owned());
                }
                Step::More
            }
            // What a test prints is not an error if the test passes. Sanitizers report what no test sees.
            None if self.test.is_some() && !text.starts_with('[') && !is_sanitizer(text) => Step::Maybe,
            _ => {
                self.close(sink);
                Step::Pass
            }
        }
    }

    fn finish(&mut self, sink: &mut Sink) {
        self.close(sink);
    }
}

impl State {
    fn close(&mut self, sink: &mut Sink) {
        let Some(failure) = self.failure.take() else {
            return;
        };
        let thrown = failure
            .lines
            .first()
            .is_some_and(|line| line.contains("exception with description"));
        let error_type = if thrown {
            ErrorType::Runtime
        } else {
            ErrorType::Assertion
        };
        let message = failure.lines.join("\n").trim_end().to_owned();
        let mut diagnostic = Diagnostic::new(error_type, Severity::Error, message).at(failure.location);
        diagnostic.test.clone_from(&self.test);
        diagnostic.output.start = failure.start;
        diagnostic.output.end = failure.end;
        sink.emit(diagnostic);
        self.remember();
    }

    fn remember(&mut self) {
        if let Some(test) = self.test.clone().filter(|_| self.reported.len() < NAMES) {
            self.reported.insert(test);
        }
    }

    /// `Calc.Adds (0 ms)`, `Numbers/Params.IsEven/0, where GetParam() = 1 (0 ms)`, `4 tests, listed below:`.
    fn failed(&mut self, ended: &str, line: &Line<'_>, sink: &mut Sink) {
        let name = ended.split([',', ' ']).next().unwrap_or_default();
        // A number of tests, or a name of cmocka's: GoogleTest's consist of a suite and a test.
        if !name.contains('.') || self.reported.contains(name) {
            return;
        }
        let mut diagnostic = Diagnostic::new(ErrorType::Assertion, Severity::Error, "the test failed");
        diagnostic.test = Some(name.to_owned());
        diagnostic.output = line.range;
        sink.emit(diagnostic);
        self.test = Some(name.to_owned());
        self.remember();
    }
}

fn is_sanitizer(text: &str) -> bool {
    text.contains(": runtime error: ") || text.contains("Sanitizer: ")
}

/// `FILE:7: Failure`, `FILE(7): error: ...`, `unknown file: Failure`.
fn header(text: &str) -> Option<Location> {
    if text == "unknown file: Failure" {
        return Some(Location::default());
    }
    let placed = locate::at_start(text)?;
    (placed.rest == ": Failure").then(|| placed.location())
}

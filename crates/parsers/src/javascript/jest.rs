//! Jest, and the JSON that Jest and Vitest share.

use serde_json::Value;
use unbreak_core::{
    Diagnostic, Document, ErrorType, Line, Location, ParserState, Severity, Sink, Step, register_parser,
};

use super::thrown::Thrown;
use crate::described;
use crate::format::Format;

register_parser!(Format::of(&described::JEST).state::<State>());

const BULLET: &str = "  ● ";
const NO_TESTS: &str = "No tests found, exiting with code 1";
const SUITE: &str = "Test suite failed to run";

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

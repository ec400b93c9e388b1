//! CTest.

use unbreak_core::{
    Diagnostic, ErrorType, Line, OutputRange, ParserState, Severity, Sink, Step, register_parser,
};

use crate::described;
use crate::format::Format;

register_parser!(Format::of(&described::CTEST).state::<State>());

#[derive(Default)]
struct State {
    /// A failure whose output may follow.
    held: Option<Diagnostic>,
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        if let Some(held) = self.held.take() {
            // Between two tests of a run without output there is nothing, or the summary.
            let silent = line.text.trim().is_empty()
                || line.text.starts_with("    Start")
                || ended(line.text, line.range).is_some();
            if silent {
                sink.emit(held);
            }
        }
        let Some(diagnostic) = ended(line.text, line.range) else {
            return Step::Pass;
        };
        match diagnostic.error_type {
            ErrorType::Assertion => {
                self.held = Some(diagnostic);
                Step::More
            }
            _ => {
                sink.emit(diagnostic);
                Step::Done
            }
        }
    }

    fn finish(&mut self, sink: &mut Sink) {
        if let Some(held) = self.held.take() {
            sink.emit(held);
        }
    }
}

/// `1/4 Test #1: unit .....***Failed    0.01 sec`.
fn ended(text: &str, range: OutputRange) -> Option<Diagnostic> {
    let (count, rest) = text.trim_start().split_once(" Test")?;
    let (_, rest) = rest.trim_start().strip_prefix('#')?.split_once(": ")?;
    let (name, status) = rest.split_once(" .").or_else(|| rest.split_once("   "))?;
    let (before, status) = status.split_once("***")?;
    let reason = before.trim_matches(['.', ' ']);
    let (error_type, message) = if status.starts_with("Failed") {
        (ErrorType::Assertion, "the test failed".to_owned())
    } else if status.starts_with("Exception") {
        let kind = status
            .trim_start_matches("Exception:")
            .split("  ")
            .next()
            .unwrap_or_default()
            .trim();
        let what = if reason.is_empty() { kind } else { reason };
        (
            ErrorType::Runtime,
            format!("the test ended with an exception: {what}"),
        )
    } else if status.starts_with("Timeout") {
        (ErrorType::Timeout, "the test took longer than it may".to_owned())
    } else if status.starts_with("Not Run") {
        (ErrorType::Build, "the test's program was not found".to_owned())
    } else {
        return None;
    };
    count.split_once('/')?.0.parse::<u32>().ok()?;
    let mut diagnostic = Diagnostic::new(error_type, Severity::Error, message);
    diagnostic.test = Some(name.trim().to_owned());
    diagnostic.output = range;
    Some(diagnostic)
}

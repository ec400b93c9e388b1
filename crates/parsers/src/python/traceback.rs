//! Python's own tracebacks and syntax errors.

use unbreak_core::{Line, ParserState, Severity, Sink, Step, register_parser};

use super::reader::{Flow, HEADER, TracebackReader};
use crate::described;
use crate::format::Format;
use crate::gather::tells_of_success;

register_parser!(Format::of(&described::TRACEBACK).state::<State>());

#[derive(Default)]
struct State {
    open: Option<Open>,
}

struct Open {
    reader: TracebackReader,
    /// It began with a header, so it is a traceback even when its end is missing.
    headed: bool,
    severity: Option<Severity>,
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        match &mut self.open {
            None => self.begin(line),
            Some(open) => match open.reader.line(line.text) {
                Flow::Taken => Step::More,
                Flow::Over if tells_of_success(line.text) => {
                    self.open = None;
                    Step::Pass
                }
                Flow::Over => self.end(sink),
            },
        }
    }

    fn finish(&mut self, sink: &mut Sink) {
        self.end(sink);
    }
}

impl State {
    fn begin(&mut self, line: &Line<'_>) -> Step {
        let Some(reader) = TracebackReader::begin(line.text) else {
            return Step::Pass;
        };
        self.open = Some(Open {
            reader,
            headed: line.text.contains(HEADER),
            severity: is_ignored(line).then_some(Severity::Warning),
        });
        Step::More
    }

    fn end(&mut self, sink: &mut Sink) -> Step {
        let Some(open) = self.open.take() else {
            return Step::Pass;
        };
        if !open.headed && !open.reader.is_named() {
            return Step::Reject;
        }
        if let Some(exception) = open.reader.finish() {
            let mut diagnostic = exception.into_diagnostic();
            diagnostic.severity = open.severity.unwrap_or(diagnostic.severity);
            sink.emit(diagnostic);
        }
        Step::Pass
    }
}

/// Returns whether Python went on after the exception.
fn is_ignored(line: &Line<'_>) -> bool {
    const ANNOUNCEMENTS: [&str; 2] = ["Exception ignored in", "--- Logging error ---"];
    let before = line.back(1).unwrap_or_default();
    ANNOUNCEMENTS.iter().any(|announced| before.contains(announced))
}

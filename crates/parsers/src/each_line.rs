//! Parsers for formats in which every line is independent.

use unbreak_core::{Diagnostic, Line, ParserState, Sink, Step};

/// A state without memory: emits the function's result for a line at once.
pub(crate) struct EachLine(pub(crate) fn(&Line<'_>) -> Option<Diagnostic>);

impl ParserState for EachLine {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        match (self.0)(line) {
            Some(diagnostic) => {
                sink.emit(diagnostic);
                Step::Done
            }
            None => Step::Pass,
        }
    }
}

//! Parsers for formats in which every line stands for itself.

use unbreak_core::{Diagnostic, Line, ParserState, Sink, Step};

/// A state without memory: what the function makes of a line is emitted at once.
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

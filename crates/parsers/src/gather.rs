//! Parsers of one kind of block: one line begins a diagnostic, and those below belong to it for as
//! long as they fit.

use unbreak_core::{Diagnostic, Line, ParserState, Sink, Step};

/// A diagnostic whose lines are still coming.
pub(crate) trait Gather: Send + Sized {
    /// The state for a diagnostic that begins at this line, if one does.
    fn begin(line: &Line<'_>) -> Option<Self>;

    /// Takes a line; `false` when it belongs to something else.
    fn take(&mut self, line: &Line<'_>) -> bool;

    /// Returns whether the line that was just taken may also come after the end of a block that broke off.
    fn is_doubtful(&self) -> bool {
        false
    }

    /// Returns whether a test may have printed this and passed: then the line below says so.
    fn may_be_logged(&self) -> bool {
        false
    }

    /// The diagnostic; `None` when the lines belong to another parser, which then gets them.
    fn finish(self) -> Option<Diagnostic>;
}

/// Returns whether a line is a test runner's word that a test passed. What was printed right before it, that test
/// only logged.
pub(crate) fn tells_of_success(line: &str) -> bool {
    let text = line.trim();
    let marked = ["\u{2714} ", "\u{2713} ", "\u{221a} ", "PASSED"];
    matches!(text, "ok" | "." | "PASS") || marked.iter().any(|mark| text.starts_with(mark))
}

/// The state of a parser that gathers `T`s.
pub(crate) struct Gathering<T> {
    open: Option<T>,
}

impl<T> Default for Gathering<T> {
    fn default() -> Self {
        Self { open: None }
    }
}

impl<T: Gather> ParserState for Gathering<T> {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        let Some(open) = &mut self.open else {
            self.open = T::begin(line);
            return self.open.as_ref().map_or(Step::Pass, |_| Step::More);
        };
        if open.take(line) {
            return if open.is_doubtful() {
                Step::Maybe
            } else {
                Step::More
            };
        }
        if open.may_be_logged() && tells_of_success(line.text) {
            self.open = None;
            return Step::Pass;
        }
        self.close(sink).map_or(Step::Reject, |()| Step::Pass)
    }

    fn finish(&mut self, sink: &mut Sink) {
        self.close(sink);
    }
}

impl<T: Gather> Gathering<T> {
    fn close(&mut self, sink: &mut Sink) -> Option<()> {
        sink.emit(self.open.take()?.finish()?);
        Some(())
    }
}

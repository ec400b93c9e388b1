//! Node's own test runner, reporter `spec`.

use unbreak_core::{Diagnostic, Line, Location, OutputRange, ParserState, Sink, Step, register_parser};

use super::thrown::Thrown;
use crate::described;
use crate::format::{Format, locate};

register_parser!(Format::of(&described::NODE_TEST).state::<State>());

/// Failures that may wait for the list at the end.
const WAITING: usize = 256;

#[derive(Default)]
struct State {
    open: Option<Open>,
    range: OutputRange,
    /// Failures without a stack: only the list at the end has their places.
    placeless: Vec<Diagnostic>,
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        let Some(open) = &mut self.open else {
            self.open = Open::begin(line);
            self.range = line.range;
            return self.open.as_ref().map_or(Step::Pass, |_| Step::More);
        };
        if open.take(line) {
            self.range.end = line.range.end;
            return Step::More;
        }
        self.close(sink).map_or(Step::Reject, |()| Step::Pass)
    }

    fn finish(&mut self, sink: &mut Sink) {
        self.close(sink);
        self.placeless
            .drain(..)
            .for_each(|diagnostic| sink.emit(diagnostic));
    }
}

impl State {
    fn close(&mut self, sink: &mut Sink) -> Option<()> {
        let mut diagnostic = self.open.take()?.finish()?;
        diagnostic.output = self.range;
        self.placeless
            .retain(|earlier| earlier.test != diagnostic.test || earlier.message != diagnostic.message);
        if diagnostic.location.file.is_none() && self.placeless.len() < WAITING {
            self.placeless.push(diagnostic);
        } else {
            sink.emit(diagnostic);
        }
        Some(())
    }
}

/// A failure whose lines are still coming.
struct Open {
    title: String,
    indentation: usize,
    /// `test at FILE:LINE:COLUMN`, which the list at the end has above each test.
    place: Option<Location>,
    thrown: Thrown,
}

impl Open {
    fn begin(line: &Line<'_>) -> Option<Self> {
        let text = line.text.trim_start();
        let (title, time) = text.strip_prefix("✖ ")?.rsplit_once(" (")?;
        let above = line
            .back(1)
            .and_then(|above| above.trim().strip_prefix("test at "));
        time.ends_with("ms)").then(|| Self {
            title: title.to_owned(),
            indentation: line.text.len() - text.len(),
            place: above.and_then(locate::at_start).map(|placed| placed.location()),
            thrown: Thrown::default(),
        })
    }

    /// An error's lines are indented further than the title.
    fn take(&mut self, line: &Line<'_>) -> bool {
        let line = line.text;
        let text = line.trim_start();
        let deeper = line.len() - text.len() > self.indentation;
        let belongs = if text.is_empty() {
            !self.thrown.is_empty() && !self.thrown.in_stack()
        } else {
            deeper
        };
        if belongs {
            self.thrown.push(line);
        }
        belongs
    }

    fn finish(self) -> Option<Diagnostic> {
        if self.thrown.is_empty() {
            return None;
        }
        let mut diagnostic = self.thrown.into_diagnostic();
        // A text is shown as the program would write it.
        if let Some(text) = diagnostic
            .message
            .strip_prefix('\'')
            .and_then(|text| text.strip_suffix('\''))
        {
            if text.ends_with(" subtest failed") || text.ends_with(" subtests failed") {
                return None;
            }
            diagnostic.message = text.to_owned();
        }
        diagnostic.test = Some(self.title);
        if let (None, Some(place)) = (&diagnostic.location.file, self.place) {
            diagnostic.location = place;
        }
        Some(diagnostic)
    }
}

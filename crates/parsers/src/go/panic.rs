//! Crashes of Go programs.

use unbreak_core::{Line, ParserState, Sink, Step, register_parser};

use super::goroutine::Crash;
use crate::described;
use crate::format::Format;

register_parser!(Format::of(&described::GO_PANIC).state::<State>());

#[derive(Default)]
struct State {
    crash: Option<Crash>,
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        let Some(crash) = &mut self.crash else {
            self.crash = Crash::begin(line.text);
            return if self.crash.is_some() {
                Step::More
            } else {
                Step::Pass
            };
        };
        if crash.line(line.text) {
            return Step::More;
        }
        let real = crash.has_stack();
        self.finish(sink);
        if real { Step::Pass } else { Step::Reject }
    }

    fn is_unfinished(&self) -> bool {
        self.crash.as_ref().is_some_and(|crash| !crash.has_stack())
    }

    fn finish(&mut self, sink: &mut Sink) {
        if let Some(crash) = self.crash.take().filter(Crash::has_stack) {
            sink.emit(crash.finish());
        }
    }
}

//! AddressSanitizer, LeakSanitizer, MemorySanitizer, ThreadSanitizer, UndefinedBehaviorSanitizer and the newer
//! ones: RealtimeSanitizer, TypeSanitizer, NumericalStabilitySanitizer.

mod report;
mod undefined;

use unbreak_core::{Line, ParserState, Sink, Step, register_parser};

use self::report::Report;
use self::undefined::Undefined;
use crate::described;
use crate::format::Format;

register_parser!(Format::of(&described::SANITIZER).state::<State>());

#[derive(Default)]
struct State {
    open: Option<Open>,
}

enum Open {
    Report(Box<Report>),
    Undefined(Box<Undefined>),
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        let belongs = match &mut self.open {
            None => return self.begin(line),
            Some(Open::Report(report)) => match report.line(line) {
                Step::Pass => false,
                step => return step,
            },
            Some(Open::Undefined(undefined)) => undefined.line(line),
        };
        if belongs {
            return Step::More;
        }
        self.finish(sink);
        Step::Pass
    }

    fn finish(&mut self, sink: &mut Sink) {
        match self.open.take() {
            Some(Open::Report(report)) => report.finish(sink),
            Some(Open::Undefined(undefined)) => sink.emit(undefined.finish()),
            None => {}
        }
    }
}

impl State {
    fn begin(&mut self, line: &Line<'_>) -> Step {
        let report = Report::begin(line).map(|report| Open::Report(Box::new(report)));
        self.open = report.or_else(|| Some(Open::Undefined(Box::new(Undefined::begin(line)?))));
        if self.open.is_some() {
            Step::More
        } else {
            Step::Pass
        }
    }
}

//! Behave: steps that failed.

mod json;
mod line;

use std::collections::BTreeSet;

use unbreak_core::{
    Diagnostic, Document, ErrorType, Line, Location, Note, OutputRange, ParserState, Severity, Sink,
    register_parser,
};

use self::line::{Heading, Said, Step};
use super::reader::{Flow, TracebackReader};
use crate::described;
use crate::format::Format;

register_parser!(Format::of(&described::BEHAVE).state::<State>());

/// Failures that may wait for the list of scenarios.
const WAITING: usize = 1_000;
/// Lines kept of a message.
const LINES: usize = 60;

#[derive(Default)]
struct State {
    /// Within a scenario's steps, or within the list.
    within: Within,
    heading: Option<Heading>,
    step: Option<Step>,
    /// The step was named before its scenario, as `progress2` and `progress3` do.
    reported: bool,
    /// A step of this scenario failed: those after it are not run.
    failed: bool,
    open: Option<Open>,
    waiting: Vec<Failure>,
    /// The scenarios that the format `json` reported.
    explained: BTreeSet<String>,
}

#[derive(Default, PartialEq, Eq)]
enum Within {
    #[default]
    Nothing,
    Scenario,
    List,
}

/// A step's description of its failure.
enum Open {
    Message(Vec<String>, OutputRange),
    Traceback(Box<TracebackReader>, OutputRange),
}

/// A failure, and the scenario it is of.
struct Failure {
    heading: Option<Heading>,
    diagnostic: Diagnostic,
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> unbreak_core::Step {
        if self.goes_on(line) {
            return unbreak_core::Step::More;
        }
        self.close();
        if self.take(line, sink) {
            return unbreak_core::Step::More;
        }
        self.within = Within::Nothing;
        unbreak_core::Step::Pass
    }

    fn document(&mut self, document: &Document<'_>, sink: &mut Sink) -> bool {
        match document {
            Document::Json { value, .. } => json::read(value, &mut self.explained, sink),
            _ => false,
        }
    }

    fn finish(&mut self, sink: &mut Sink) {
        self.close();
        for failure in self.waiting.drain(..) {
            sink.emit(failure.named(None));
        }
    }
}

impl State {
    /// Returns whether the line belongs to the step's text.
    fn goes_on(&mut self, line: &Line<'_>) -> bool {
        let (taken, range) = match &mut self.open {
            Some(Open::Traceback(reader, range)) => (reader.line(line.text) == Flow::Taken, range),
            Some(Open::Message(lines, range)) if line::goes_on(line.text) && lines.len() < LINES => {
                lines.push(line.text.trim().to_owned());
                (true, range)
            }
            _ => return false,
        };
        if taken {
            range.end = line.range.end;
        }
        taken
    }

    /// Understands a line; `false` when it is not Behave's.
    fn take(&mut self, line: &Line<'_>, sink: &mut Sink) -> bool {
        match line::read(line.text) {
            Said::Scenario(heading) => {
                self.within = Within::Scenario;
                self.heading = Some(heading);
                self.failed = false;
                if !std::mem::take(&mut self.reported) {
                    self.step = None;
                }
            }
            Said::Step(step) if self.within == Within::Scenario => {
                let undefined = step.undefined && !self.failed;
                self.step = Some(step);
                if undefined {
                    self.undefined(line.range);
                }
            }
            Said::InStep(step) => (self.step, self.heading, self.reported) = (Some(step), None, true),
            Said::Nothing if self.reported => self.undefined(line.range),
            Said::Assertion(message) => self.open = Some(Open::Message(vec![message], line.range)),
            Said::Traceback if self.step.is_some() => {
                let reader = TracebackReader::begin(line.text);
                self.open = reader.map(|reader| Open::Traceback(Box::new(reader), line.range));
            }
            Said::List => self.within = Within::List,
            Said::Row(heading) if self.within == Within::List => self.row(heading, line.range, sink),
            Said::Blank => return self.within != Within::Nothing,
            _ => return false,
        }
        true
    }

    fn undefined(&mut self, range: OutputRange) {
        let step = self.step.take();
        let Step { text, place, .. } = step.unwrap_or_default();
        let message = format!("undefined step: {text}");
        let mut diagnostic = Diagnostic::new(ErrorType::Runtime, Severity::Error, message);
        diagnostic.location = place.unwrap_or_default();
        diagnostic.output = range;
        self.wait(diagnostic);
    }

    /// Ends the text of the step.
    fn close(&mut self) {
        let diagnostic = match self.open.take() {
            Some(Open::Message(lines, range)) => {
                let message = lines.join("\n").trim().to_owned();
                let mut diagnostic = Diagnostic::new(ErrorType::Assertion, Severity::Error, message);
                diagnostic.output = range;
                diagnostic
            }
            Some(Open::Traceback(reader, range)) => {
                let Some(exception) = reader.finish() else { return };
                let mut diagnostic = exception.into_diagnostic();
                diagnostic.output = range;
                diagnostic
            }
            None => return,
        };
        self.wait(diagnostic);
    }

    fn wait(&mut self, mut diagnostic: Diagnostic) {
        self.failed = true;
        if let Some(step) = self.step.take() {
            in_step(&mut diagnostic, &step);
        }
        // The format `progress2` says the same twice.
        let known = |failure: &Failure| {
            (&failure.diagnostic.message, &failure.heading) == (&diagnostic.message, &self.heading)
        };
        if self.waiting.len() < WAITING && !self.waiting.iter().any(known) {
            self.waiting.push(Failure {
                heading: self.heading.clone(),
                diagnostic,
            });
        }
    }

    /// A failed scenario with its messages.
    fn row(&mut self, heading: Heading, range: OutputRange, sink: &mut Sink) {
        let of_it = |failure: &Failure| failure.heading.as_ref().is_some_and(|other| other.is(&heading));
        let told = heading.place.as_ref().map(ToString::to_string);
        if told.is_some_and(|place| self.explained.contains(&place)) {
            return;
        }
        match self.waiting.iter().position(of_it) {
            Some(at) => sink.emit(self.waiting.remove(at).named(Some(heading))),
            None if self.waiting.iter().any(|failure| failure.heading.is_none()) => {}
            None => {
                let mut diagnostic =
                    Diagnostic::new(ErrorType::Assertion, Severity::Error, heading.title.clone());
                diagnostic.output = range;
                let failure = Failure {
                    heading: None,
                    diagnostic,
                };
                sink.emit(failure.named(Some(heading)));
            }
        }
    }
}

impl Failure {
    /// The diagnostic, with the place by which the scenario can be run again.
    fn named(self, heading: Option<Heading>) -> Diagnostic {
        let mut diagnostic = self.diagnostic;
        let place = heading.or(self.heading).and_then(|heading| heading.place);
        if let Some(place) = place {
            diagnostic.test = Some(place.to_string());
            if diagnostic.location.line.is_none() {
                diagnostic.location = place;
            }
        }
        diagnostic
    }
}

/// Gives a failure the place of its step, and a note that names it.
fn in_step(diagnostic: &mut Diagnostic, step: &Step) {
    if diagnostic.location.line.is_none() {
        diagnostic.location = step.place.clone().unwrap_or_default();
    }
    if !step.text.is_empty() {
        diagnostic.notes.push(Note {
            message: format!("in the step '{}'", step.text),
            location: Location::default(),
        });
    }
}

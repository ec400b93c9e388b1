//! Reading an output with a format's forms.

use std::sync::Arc;

use unbreak_core::{Diagnostic, Document, Line, ParserState, Sink, Step};

use super::block::{Begun, Candidates};
use super::captured::Captured;
use super::file::Follow;
use super::{Forms, listing, records};
use crate::format::{Continue, Flow, Open, marks, quoted};

/// A format in the middle of one output.
pub(super) struct State {
    forms: Arc<Forms>,
    doing: Doing,
    /// The last heading that holds until the next one.
    heading: Captured,
}

/// The state of the parser.
enum Doing {
    Nothing,
    Line(Box<Open>),
    Listing(Box<listing::Reading>),
    Block(Candidates),
}

impl Follow {
    fn reader(self) -> Continue {
        match self {
            Self::QuotedSource => quoted::follow,
        }
    }
}

impl State {
    pub(super) fn new(forms: Arc<Forms>) -> Self {
        Self {
            forms,
            doing: Doing::Nothing,
            heading: Captured::default(),
        }
    }

    fn begin(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        let found = self
            .forms
            .lines
            .iter()
            .find_map(|pattern| pattern.read(line.text));
        if let Some(diagnostic) = found {
            if self.forms.follow.is_none() {
                sink.emit(diagnostic);
                return Step::Done;
            }
            self.doing = Doing::Line(Box::new(Open {
                diagnostic,
                taken: 0,
                previous: line.text.to_owned(),
                on_trial: false,
            }));
            return Step::More;
        }
        if let Some(diagnostic) = self.remembered(line) {
            sink.emit(diagnostic);
            return Step::Done;
        }
        let mut listings = self.forms.listings.iter().filter(|list| !list.remembered);
        if let Some(reading) = listings.find_map(|list| list.begin(line)) {
            self.doing = Doing::Listing(Box::new(reading));
            return Step::More;
        }
        match Candidates::begin(&self.forms.blocks, line, sink) {
            Begun::Open(candidates) => {
                self.doing = Doing::Block(candidates);
                Step::More
            }
            Begun::Done => Step::Done,
            Begun::Nothing => Step::Pass,
        }
    }

    /// A finding below a heading that is not followed up; a heading is kept and left to others.
    fn remembered(&mut self, line: &Line<'_>) -> Option<Diagnostic> {
        let remembered = self.forms.listings.iter().filter(|list| list.remembered);
        for listing in remembered {
            if let Some(diagnostic) = listing.finding(line.text, &self.heading) {
                return Some(diagnostic);
            }
            if let Some(heading) = listing.heading(line, &self.heading) {
                self.heading = heading;
            }
        }
        None
    }

    fn follow(&self, open: &mut Open, line: &str) -> Flow {
        let Some(follow) = self.forms.follow else {
            return Flow::Over;
        };
        let on_trial = std::mem::take(&mut open.on_trial);
        if on_trial && marks::read(line).is_none() {
            return Flow::Back;
        }
        let flow = follow.reader()(open, line);
        open.taken += 1;
        line.clone_into(&mut open.previous);
        flow
    }
}

impl ParserState for State {
    fn line(&mut self, line: &Line<'_>, sink: &mut Sink) -> Step {
        match std::mem::replace(&mut self.doing, Doing::Nothing) {
            Doing::Nothing => self.begin(line, sink),
            Doing::Line(mut open) => match self.follow(&mut open, line.text) {
                flow @ (Flow::Taken | Flow::Maybe) => {
                    self.doing = Doing::Line(open);
                    if flow == Flow::Maybe {
                        Step::Maybe
                    } else {
                        Step::More
                    }
                }
                Flow::Last => {
                    sink.emit(open.diagnostic);
                    Step::Done
                }
                Flow::Over => {
                    sink.emit(open.diagnostic);
                    Step::Pass
                }
                Flow::Back => {
                    sink.emit(open.diagnostic);
                    Step::Return
                }
            },
            Doing::Listing(mut reading) => {
                let step = reading.line(line.text, sink);
                if step == Step::More {
                    self.doing = Doing::Listing(reading);
                }
                step
            }
            Doing::Block(mut candidates) => {
                let step = candidates.line(&self.forms.blocks, line.text, sink);
                if step == Step::More {
                    self.doing = Doing::Block(candidates);
                }
                step
            }
        }
    }

    fn document(&mut self, document: &Document<'_>, sink: &mut Sink) -> bool {
        match document {
            // A report may hold findings of several kinds: none of them ends the search.
            Document::Json { value, .. } => {
                let read = self
                    .forms
                    .json
                    .iter()
                    .map(|records| records.read_json(value, sink));
                read.fold(false, std::ops::BitOr::bitor)
            }
            Document::Xml { text, .. } => records::read_xml(&self.forms.xml, text, sink),
            _ => false,
        }
    }

    fn is_unsure(&self) -> bool {
        match &self.doing {
            Doing::Line(open) => open.on_trial,
            Doing::Block(candidates) => candidates.on_trial(),
            Doing::Nothing | Doing::Listing(_) => false,
        }
    }

    fn is_unfinished(&self) -> bool {
        match &self.doing {
            Doing::Block(candidates) => candidates.is_unfinished(),
            Doing::Listing(reading) => reading.is_unfinished(),
            Doing::Nothing | Doing::Line(_) => false,
        }
    }

    fn finish(&mut self, sink: &mut Sink) {
        match std::mem::replace(&mut self.doing, Doing::Nothing) {
            Doing::Nothing => {}
            Doing::Line(open) => sink.emit(open.diagnostic),
            Doing::Listing(mut reading) => reading.close(sink),
            Doing::Block(mut candidates) => candidates.close(sink),
        }
    }
}

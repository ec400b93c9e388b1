//! Formats written down instead of programmed: regular expressions for lines, lists below a heading
//! and blocks of several lines, and paths into JSON. Most tools need nothing else.
//!
//! An expression names what it finds: `file`, `line`, `column`, `end_line`, `end_column` (the first
//! column after), `last_column` (the last one within), `severity`, `code`, `message`, `advice`, `test`.
//! `{file}`, `{line}` and so on stand for what those usually look like: `^{file}:{line}: {message}$`.

#![cfg_attr(
    not(feature = "all"),
    allow(
        unused_imports,
        clippy::allow_attributes,
        reason = "which of the parts are needed depends on the parsers that are on"
    )
)]

pub(crate) mod block;
pub(crate) mod captured;
mod gate;
pub(crate) mod listing;
pub(crate) mod pattern;
pub(crate) mod records;

use unbreak_core::parser::{Confirm, Outline};
use unbreak_core::{Descriptor, Diagnostic, Document, ErrorParser, Line, ParserState, Sink, Step};

pub(crate) use self::block::{Block, Part};
use self::captured::Captured;
pub(crate) use self::captured::Field;
pub(crate) use self::listing::Listing;
pub(crate) use self::pattern::Pattern;
pub(crate) use self::records::Records;

use super::{Continue, Flow, Open, marks};

/// Before the parsers that know a shape but not the tool.
const PRIORITY: i32 = 5;

/// A tool's formats. Lines are tried first, then headings, then blocks, each in the order given.
pub(crate) struct Grammar {
    descriptor: &'static Descriptor,
    triggers: &'static [&'static str],
    confirms: Option<Confirm>,
    priority: i32,
    forms: Forms,
}

#[derive(Clone, Copy)]
struct Forms {
    lines: &'static [Pattern],
    follow: Option<Continue>,
    listings: &'static [Listing],
    blocks: &'static [Block],
    records: &'static [Records],
}

impl Grammar {
    /// A grammar with these triggers that reads nothing yet.
    pub(crate) const fn new(descriptor: &'static Descriptor, triggers: &'static [&'static str]) -> Self {
        Self {
            descriptor,
            triggers,
            confirms: None,
            priority: PRIORITY,
            forms: Forms {
                lines: &[],
                follow: None,
                listings: &[],
                blocks: &[],
                records: &[],
            },
        }
    }

    /// It is asked before or after others that have the same trigger.
    pub(crate) const fn priority(mut self, priority: i32) -> Self {
        self.priority = priority;
        self
    }

    /// A place where a trigger ends is looked at again before the line is.
    pub(crate) const fn confirmed_by(mut self, confirms: Confirm) -> Self {
        self.confirms = Some(confirms);
        self
    }

    /// Diagnostics of one line.
    pub(crate) const fn lines(mut self, lines: &'static [Pattern]) -> Self {
        self.forms.lines = lines;
        self
    }

    /// What may follow such a line.
    pub(crate) const fn followed(mut self, follow: Continue) -> Self {
        self.forms.follow = Some(follow);
        self
    }

    /// Diagnostics in lists below a heading.
    pub(crate) const fn listings(mut self, listings: &'static [Listing]) -> Self {
        self.forms.listings = listings;
        self
    }

    /// Diagnostics of several lines.
    pub(crate) const fn blocks(mut self, blocks: &'static [Block]) -> Self {
        self.forms.blocks = blocks;
        self
    }

    /// Diagnostics in JSON.
    pub(crate) const fn records(mut self, records: &'static [Records]) -> Self {
        self.forms.records = records;
        self
    }
}

impl ErrorParser for Grammar {
    fn descriptor(&self) -> &Descriptor {
        self.descriptor
    }

    fn triggers(&self) -> &[&str] {
        self.triggers
    }

    fn confirms(&self) -> Option<Confirm> {
        self.confirms
    }

    fn may_read(&self, outline: &Outline) -> bool {
        self.forms.records.iter().any(|records| records.may_read(outline))
    }

    fn priority(&self) -> i32 {
        self.priority
    }

    fn start(&self) -> Box<dyn ParserState> {
        Box::new(State {
            forms: self.forms,
            doing: Doing::Nothing,
            heading: Captured::default(),
        })
    }
}

struct State {
    forms: Forms,
    doing: Doing,
    /// The last heading that holds until the next one.
    heading: Captured,
}

/// What the parser is in the middle of.
enum Doing {
    Nothing,
    Line(Box<Open>),
    Listing(Box<listing::Reading>),
    Block(block::Candidates),
}

impl State {
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
        let mut listings = self.forms.listings.iter().filter(|list| !list.is_remembered());
        if let Some(reading) = listings.find_map(|list| list.begin(line)) {
            self.doing = Doing::Listing(Box::new(reading));
            return Step::More;
        }
        match block::Candidates::begin(self.forms.blocks, line.text) {
            Some(candidates) => {
                self.doing = Doing::Block(candidates);
                Step::More
            }
            None => Step::Pass,
        }
    }

    /// A finding below a heading that is not followed up; a heading is kept and left to others.
    fn remembered(&mut self, line: &Line<'_>) -> Option<Diagnostic> {
        let remembered = self.forms.listings.iter().filter(|list| list.is_remembered());
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
        let flow = follow(open, line);
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
                Flow::Taken => {
                    self.doing = Doing::Line(open);
                    Step::More
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
                let step = candidates.line(line.text, sink);
                if step == Step::More {
                    self.doing = Doing::Block(candidates);
                }
                step
            }
        }
    }

    fn document(&mut self, document: &Document<'_>, sink: &mut Sink) -> bool {
        let Document::Json { value, .. } = document else {
            return false;
        };
        let mut taken = false;
        // A report may hold findings of several kinds: none of them ends the search.
        for records in self.forms.records {
            taken |= records.read(value, sink);
        }
        taken
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
            Doing::Block(candidates) => candidates.close(sink),
        }
    }
}

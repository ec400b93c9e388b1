//! Documents: collecting their lines, or the parts of a long one, and showing them to their parsers.

use std::borrow::Cow;

use unbreak_core::parser::Outline;
use unbreak_core::{Document, OutputRange};

use super::Router;
use crate::pipeline::clean::clean;
use crate::pipeline::collect::{Collector, Form, begun};
use crate::pipeline::json::Progress;
use crate::pipeline::lane::Engaged;
use crate::pipeline::offer::{Again, Offer, Replay};

/// A JSON document of more bytes than this is looked through before it is read.
const LONG: usize = 256 * 1024;

/// The number of bytes that show whether a line begins a document (prefixes included).
const OPENING: usize = 512;

impl Router {
    /// Begins a line that is so long that it is shown in parts, if it belongs to a document. `start` is
    /// where it begins in the output. Returns the length of its prefix.
    pub(in crate::pipeline) fn begin_parts(&mut self, raw: &[u8], start: u64) -> Option<usize> {
        let opening = std::str::from_utf8(&raw[..raw.len().min(OPENING)]);
        let opening = opening
            .unwrap_or_else(|error| std::str::from_utf8(&raw[..error.valid_up_to()]).unwrap_or_default());
        let (Cow::Borrowed(text), job) = clean(opening.as_bytes()) else {
            return None;
        };
        let (bare, job) = self.learned.strip(text, job);
        let form = begun(bare);
        if form.is_none() && !self.is_collecting() {
            return None;
        }
        self.enter(job);
        if !self.lane.is_collecting() {
            let form = form?;
            self.end_engaged();
            let mut collector = Box::new(Collector::in_parts(form, start));
            collector.before = self.lane.past.history().clone();
            self.lane.engaged = Engaged::Document(collector);
        }
        Some(bare.as_ptr().addr() - raw.as_ptr().addr())
    }

    /// The next part of a line.
    pub(in crate::pipeline) fn part(&mut self, text: &str) {
        if let Engaged::Document(mut collector) = self.lane.disengage() {
            collector.push_part(text);
            self.lex(&mut collector);
            self.lane.engaged = Engaged::Document(collector);
        }
    }

    /// The line that was shown in parts is over.
    pub(in crate::pipeline) fn end_parts(&mut self, range: OutputRange) {
        if let Some(replay) = self.step(&Offer::new("", range, None)) {
            self.replay(replay);
        }
    }

    /// Adds the line to a document.
    pub(super) fn collect(&mut self, mut collector: Box<Collector>, line: &Offer<'_>) -> Option<Replay> {
        collector.push(line.text, line.range);
        match self.lex(&mut collector) {
            Progress::More | Progress::Enough => {
                self.lane.engaged = Engaged::Document(collector);
                None
            }
            Progress::Invalid => Some(self.give_up(*collector, true)),
            Progress::Complete(end) => self.complete(*collector, line, end),
        }
    }

    /// Looks at what was added to a document, and offers what is enough for a document of its own.
    pub(super) fn lex(&mut self, collector: &mut Collector) -> Progress {
        loop {
            let progress = collector.lex();
            if progress != Progress::Enough {
                return progress;
            }
            if let Some(piece) = collector.cut() {
                self.offer_document(collector.form(), &Offer::new(&piece, collector.range(), None));
            }
        }
    }

    /// Offers a document that ended before byte `end` of its text, then the rest of its last line.
    fn complete(&mut self, collector: Collector, line: &Offer<'_>, end: usize) -> Option<Replay> {
        let document = Offer::new(collector.text(end), collector.range(), None);
        if self.offer_document(collector.form(), &document) == Reading::Invalid {
            return Some(give_back(collector, true));
        }
        let rest = line.rest(collector.rest(end));
        if !rest.text.trim().is_empty() {
            self.open(&rest);
        }
        None
    }

    /// Offers the part that is there of a document that broke off. If no one reads it, its lines are lines.
    pub(super) fn give_up(&mut self, mut collector: Collector, search: bool) -> Replay {
        if collector.is_too_long() {
            self.sink
                .problem("a document cannot be cut, and is too long to be read as a whole");
            self.sink
                .settle(|_| true, |problem| problem.parser = "documents".to_owned());
        }
        let part = collector.truncated();
        let taken = part.is_some_and(|part| {
            let part = Offer::new(&part, collector.range(), None);
            self.offer_document(collector.form(), &part) == Reading::Taken
        });
        if taken {
            collector.drop_truncated();
        }
        give_back(collector, search && !taken)
    }

    /// Offers a document to the parsers with a trigger in it.
    pub(super) fn offer_document(&mut self, form: Form, document: &Offer<'_>) -> Reading {
        let mut owners = std::mem::take(&mut self.owners);
        self.find_owners(document, &mut owners);
        let reading = if owners.is_empty() {
            Reading::Passed
        } else {
            self.read_document(form, document.text, document.range, &owners)
        };
        self.owners = owners;
        reading
    }

    fn read_document(&mut self, form: Form, text: &str, range: OutputRange, owners: &[usize]) -> Reading {
        match form {
            Form::Xml => self.ask_document(&Document::Xml { text, range }, range, owners),
            Form::Json => self.read_json(text, range, owners),
        }
    }

    /// A long document is looked through first: its values take much more memory than its text, and most
    /// documents are not a report.
    fn read_json(&mut self, text: &str, range: OutputRange, owners: &[usize]) -> Reading {
        let mut owners = Cow::Borrowed(owners);
        if text.len() > LONG {
            let Some(outline) = Outline::of(text) else {
                return Reading::Invalid;
            };
            let parsers = &self.roster.parsers;
            owners.to_mut().retain(|owner| parsers[*owner].may_read(&outline));
            if owners.is_empty() {
                return Reading::Passed;
            }
        }
        match serde_json::from_str(text) {
            Ok(value) => self.ask_document(&Document::Json { value: &value, range }, range, &owners),
            Err(_) => Reading::Invalid,
        }
    }

    fn ask_document(&mut self, document: &Document<'_>, range: OutputRange, owners: &[usize]) -> Reading {
        for parser in owners.iter().copied() {
            let taken = self.ask(parser, |state, sink| state.document(document, sink));
            self.attribute(parser, range);
            if taken == Some(true) {
                return Reading::Taken;
            }
        }
        Reading::Passed
    }
}

/// The answer to a document that was offered.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Reading {
    /// A parser's.
    Taken,
    /// Belongs to no parser.
    Passed,
    /// No document.
    Invalid,
}

/// The lines of a rejected document candidate; they may be searched for others that begin within it.
fn give_back(mut collector: Collector, search: bool) -> Replay {
    let before = std::mem::take(&mut collector.before);
    Replay {
        lines: Again::Kept(Box::new(collector.into_lines(search))),
        before,
    }
}

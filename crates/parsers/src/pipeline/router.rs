//! Decides whose a line is.

use std::borrow::Cow;
use std::collections::VecDeque;
use std::sync::Arc;

use unbreak_core::parser::History;
use unbreak_core::{Document, Line, OutputRange, ParserState, Sink, Step};

use super::Roster;
use super::block::Block;
use super::clean::clean;
use super::collect::{Beginning, Collector, Form, begin};
use super::found::Found;
use super::guarded::Guarded;
use super::json::Progress;
use super::past::Past;
use super::triggers::{Scanner, Spot};

/// A line that may have to be offered again.
#[derive(Clone)]
pub(super) struct HeldLine {
    pub(super) text: Arc<str>,
    pub(super) range: OutputRange,
    /// Parsers that gave it back.
    pub(super) excluded: Vec<usize>,
    /// It begins no document: that was tried.
    pub(super) no_document: bool,
}

/// A line on offer.
#[derive(Clone, Copy)]
pub(super) struct Offer<'a> {
    pub(super) text: &'a str,
    pub(super) range: OutputRange,
    /// Where the text stands in the buffer that is being searched, if it does.
    spot: Option<Spot<'a>>,
    /// It is the rest of a line that began with the end of a document.
    pub(super) is_rest: bool,
    pub(super) excluded: &'a [usize],
    pub(super) no_document: bool,
}

impl<'a> Offer<'a> {
    fn new(text: &'a str, range: OutputRange, spot: Option<Spot<'a>>) -> Self {
        Self {
            text,
            range,
            spot,
            is_rest: false,
            excluded: &[],
            no_document: false,
        }
    }

    /// What follows byte `end` of the text.
    fn rest(&self, end: usize) -> Self {
        Self {
            text: &self.text[end..],
            spot: None,
            is_rest: true,
            ..*self
        }
    }

    pub(super) fn held(&self) -> HeldLine {
        HeldLine {
            text: self.text.into(),
            range: self.range,
            excluded: self.excluded.to_vec(),
            no_document: self.no_document,
        }
    }
}

impl HeldLine {
    fn offer(&self) -> Offer<'_> {
        Offer {
            excluded: &self.excluded,
            no_document: self.no_document,
            ..Offer::new(&self.text, self.range, None)
        }
    }
}

/// Who has a claim on the next line.
#[expect(
    clippy::large_enum_variant,
    reason = "there is one, and most diagnostics are a block: a box would be an allocation for each"
)]
enum Engaged {
    Nobody,
    Block(Block),
    Document(Box<Collector>),
}

/// Lines to be offered again, and the history to offer them with.
pub(super) struct Replay {
    pub(super) lines: Vec<HeldLine>,
    pub(super) before: History,
}

/// The parsers in the middle of one output.
pub(super) struct Router {
    roster: Arc<Roster>,
    scanner: Scanner,
    parsers: Vec<Guarded>,
    engaged: Engaged,
    past: Past,
    sink: Sink,
    pub(super) found: Found,
    /// The parsers that a line is offered to; kept to reuse its memory.
    owners: Vec<usize>,
}

impl Router {
    pub(super) fn new(roster: Arc<Roster>) -> Self {
        let parsers = roster.parsers.iter().map(Arc::clone).map(Guarded::new).collect();
        Self {
            scanner: Scanner::new(&roster.triggers),
            roster,
            parsers,
            engaged: Engaged::Nobody,
            past: Past::default(),
            sink: Sink::default(),
            found: Found::default(),
            owners: Vec::new(),
        }
    }

    /// Whether the next line must be shown to somebody, whatever it holds.
    pub(super) fn is_engaged(&self) -> bool {
        !matches!(self.engaged, Engaged::Nobody)
    }

    pub(super) fn is_collecting(&self) -> bool {
        matches!(self.engaged, Engaged::Document(_))
    }

    /// What `find` is asked about from here on is another buffer.
    pub(super) fn begin_buffer(&mut self) {
        self.scanner.begin();
    }

    /// A byte of the first line of `buffer[from..to]` that may interest somebody.
    pub(super) fn find(&mut self, buffer: &[u8], from: usize, to: usize) -> Option<usize> {
        self.scanner.find(&self.roster.triggers, buffer, from, to)
    }

    /// Lines that interest nobody.
    pub(super) fn skip(&mut self, raw: &[u8]) {
        self.past.skip(raw);
    }

    /// A line that may interest somebody: `buffer[from..to]`, from `range` of the output.
    pub(super) fn line(&mut self, buffer: &[u8], (from, to): (usize, usize), range: OutputRange) {
        let text = clean(&buffer[from..to]);
        let spot = match &text {
            Cow::Borrowed(text) => Spot::of(text, buffer),
            Cow::Owned(_) => None,
        };
        match self.step(&Offer::new(&text, range, spot)) {
            None => self.past.push(&text),
            Some(replay) => self.replay(replay),
        }
    }

    /// The output is over: a document that never ended is lines after all, open blocks end.
    pub(super) fn finish(&mut self, end: u64) {
        match self.disengage() {
            Engaged::Document(collector) => self.replay(give_back(*collector, false)),
            engaged => self.engaged = engaged,
        }
        let mut holder = None;
        while let Engaged::Block(block) = self.disengage() {
            holder = Some(block.parser);
            self.end_block(block);
        }
        for parser in 0..self.parsers.len() {
            if self.parsers[parser].has_run() && holder != Some(parser) {
                self.close(parser, OutputRange { start: end, end });
            }
        }
    }

    /// Whether a tool said that it left something untried.
    pub(super) fn has_stopped_early(&self) -> bool {
        self.sink.has_stopped_early()
    }

    /// The output ended within this block. A line that is returned may open another one.
    fn end_block(&mut self, block: Block) {
        if self.ask(block.parser, |state, _| state.is_unfinished()) == Some(true) {
            self.close(block.parser, block.range);
            let replay = block.reject(self.past.history(), None);
            self.replay(replay);
            return;
        }
        let unsure = !block.is_single() && self.ask(block.parser, |state, _| state.is_unsure()) == Some(true);
        if unsure {
            self.close(block.parser, block.range_without_last());
            let replay = block.return_last(self.past.history(), None);
            self.replay(replay);
        } else {
            self.close(block.parser, block.range);
        }
    }

    fn disengage(&mut self) -> Engaged {
        std::mem::replace(&mut self.engaged, Engaged::Nobody)
    }

    fn close(&mut self, parser: usize, range: OutputRange) {
        self.ask(parser, |state, sink| state.finish(sink));
        self.attribute(parser, range);
    }

    fn replay(&mut self, replay: Replay) {
        self.past.restore(replay.before);
        let mut queue = VecDeque::from(replay.lines);
        while let Some(line) = queue.pop_front() {
            match self.step(&line.offer()) {
                None => self.past.push(&line.text),
                Some(again) => {
                    self.past.restore(again.before);
                    for line in again.lines.into_iter().rev() {
                        queue.push_front(line);
                    }
                }
            }
        }
    }

    /// Gives the line to whoever has a claim on it. Lines that were given back are returned.
    fn step(&mut self, line: &Offer<'_>) -> Option<Replay> {
        match self.disengage() {
            Engaged::Nobody => {
                self.open(line);
                None
            }
            Engaged::Block(block) => self.go_on(block, line),
            Engaged::Document(collector) => self.collect(collector, line),
        }
    }

    /// Shows the line to the parser that holds a block.
    fn go_on(&mut self, mut block: Block, line: &Offer<'_>) -> Option<Replay> {
        match self.show(block.parser, line) {
            Some(Step::More) => {
                block.hold(self.past.history(), line);
                self.attribute(block.parser, block.range);
                self.engaged = Engaged::Block(block);
                None
            }
            Some(Step::Done) => {
                let range = OutputRange {
                    end: line.range.end,
                    ..block.range
                };
                self.attribute(block.parser, range);
                None
            }
            Some(Step::Pass) => {
                self.attribute(block.parser, block.range);
                self.open(line);
                None
            }
            Some(Step::Return) if !block.is_single() => {
                self.attribute(block.parser, block.range_without_last());
                Some(block.return_last(self.past.history(), Some(line)))
            }
            Some(Step::Return | Step::Reject) | None => {
                self.attribute(block.parser, block.range);
                Some(block.reject(self.past.history(), Some(line)))
            }
        }
    }

    /// Offers a line that nobody has a claim on: it begins a document, or it is its owners'.
    fn open(&mut self, line: &Offer<'_>) {
        let beginning = if line.no_document {
            Beginning::Nothing
        } else {
            begin(line.text, line.range)
        };
        match beginning {
            Beginning::Part(mut collector) => {
                collector.before = self.past.history().clone();
                self.engaged = Engaged::Document(collector);
            }
            Beginning::Whole(form) if self.offer_document(form, line) => {}
            Beginning::Whole(_) | Beginning::Nothing => self.ask_owners(line),
        }
    }

    /// Asks the parsers with a trigger in the line, until one takes it.
    fn ask_owners(&mut self, line: &Offer<'_>) {
        let mut owners = std::mem::take(&mut self.owners);
        self.find_owners(line, &mut owners);
        for parser in owners.iter().copied() {
            if line.excluded.contains(&parser) {
                continue;
            }
            let step = self.show(parser, line);
            self.attribute(parser, line.range);
            match step {
                Some(Step::Done) => break,
                Some(Step::More) => {
                    self.engaged = Engaged::Block(Block::new(parser, line));
                    break;
                }
                Some(Step::Pass | Step::Return | Step::Reject) | None => {}
            }
        }
        self.owners = owners;
    }

    /// Adds the parsers with a trigger in the line, in the order in which they are asked.
    fn find_owners(&mut self, line: &Offer<'_>, owners: &mut Vec<usize>) {
        let triggers = &self.roster.triggers;
        match line.spot {
            Some(spot) => self.scanner.owners_at(triggers, spot, owners),
            None => self.scanner.owners(triggers, line.text.as_bytes(), owners),
        }
    }

    /// Adds the line to a document.
    fn collect(&mut self, mut collector: Box<Collector>, line: &Offer<'_>) -> Option<Replay> {
        match collector.push(line.text, line.range) {
            Progress::More => {
                self.engaged = Engaged::Document(collector);
                None
            }
            Progress::Invalid => Some(give_back(*collector, true)),
            Progress::Complete(end) => self.complete(*collector, line, end),
        }
    }

    /// Offers a document that ended before byte `end` of its last line, then what follows on that line.
    fn complete(&mut self, collector: Collector, line: &Offer<'_>, end: usize) -> Option<Replay> {
        let rest = line.rest(end);
        let text = collector.text(rest.text.len());
        if !self.offer_document(collector.form(), &Offer::new(text, collector.range(), None)) {
            return Some(give_back(collector, true));
        }
        if !rest.text.trim().is_empty() {
            self.open(&rest);
        }
        None
    }

    /// Offers a document to the parsers with a trigger in it; `false` when it is none after all.
    fn offer_document(&mut self, form: Form, document: &Offer<'_>) -> bool {
        let mut owners = std::mem::take(&mut self.owners);
        self.find_owners(document, &mut owners);
        let valid = owners.is_empty() || self.read_document(form, document.text, document.range, &owners);
        self.owners = owners;
        valid
    }

    fn read_document(&mut self, form: Form, text: &str, range: OutputRange, owners: &[usize]) -> bool {
        match form {
            Form::Xml => self.ask_document(&Document::Xml { text, range }, range, owners),
            Form::Json => match serde_json::from_str(text) {
                Ok(value) => self.ask_document(&Document::Json { value: &value, range }, range, owners),
                Err(_) => return false,
            },
        }
        true
    }

    fn ask_document(&mut self, document: &Document<'_>, range: OutputRange, owners: &[usize]) {
        for parser in owners.iter().copied() {
            let taken = self.ask(parser, |state, sink| state.document(document, sink));
            self.attribute(parser, range);
            if taken == Some(true) {
                return;
            }
        }
    }

    fn show(&mut self, parser: usize, line: &Offer<'_>) -> Option<Step> {
        let line = Line {
            text: line.text,
            range: line.range,
            history: self.past.history(),
        };
        self.parsers[parser].call(&mut self.sink, |state, sink| state.line(&line, sink))
    }

    fn ask<R>(&mut self, parser: usize, ask: impl FnOnce(&mut dyn ParserState, &mut Sink) -> R) -> Option<R> {
        self.parsers[parser].call(&mut self.sink, ask)
    }

    /// Books what was just emitted.
    fn attribute(&mut self, parser: usize, range: OutputRange) {
        self.found.take(&mut self.sink, self.parsers[parser].id(), range);
    }
}

/// The lines of a document that is none; they may be searched for others that begin within it.
fn give_back(mut collector: Collector, search: bool) -> Replay {
    let before = std::mem::take(&mut collector.before);
    Replay {
        lines: collector.into_lines(search),
        before,
    }
}

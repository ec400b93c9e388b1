//! Decides whose a line is.

use std::collections::VecDeque;
use std::sync::Arc;

use unbreak_core::parser::History;
use unbreak_core::{Document, Line, OutputRange, ParserState, Sink, Step};

use super::Roster;
use super::clean::clean;
use super::collect::{Beginning, Collector, Form, begin};
use super::found::Found;
use super::guarded::Guarded;
use super::json::Progress;
use super::past::Past;
use super::triggers::Scanner;

/// How many lines of a block are held for the case that its parser gives them back.
const HELD_LINES: usize = 64;
/// How many bytes of them.
const HELD_BYTES: usize = 256 * 1024;

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
struct Offer<'a> {
    text: &'a str,
    range: OutputRange,
    excluded: &'a [usize],
    no_document: bool,
}

impl HeldLine {
    fn offer(&self) -> Offer<'_> {
        Offer {
            text: &self.text,
            range: self.range,
            excluded: &self.excluded,
            no_document: self.no_document,
        }
    }
}

impl Offer<'_> {
    fn held(&self) -> HeldLine {
        HeldLine {
            text: self.text.into(),
            range: self.range,
            excluded: self.excluded.to_vec(),
            no_document: self.no_document,
        }
    }
}

/// Who has a claim on the next line.
enum Engaged {
    Nobody,
    Block(Block),
    Document(Box<Collector>),
}

/// Lines that a parser holds.
struct Block {
    parser: usize,
    range: OutputRange,
    lines: Vec<HeldLine>,
    bytes: usize,
    /// What came before the block, for a replay.
    before: History,
    last: Last,
}

/// The last line of a block, which its parser may return.
struct Last {
    line: HeldLine,
    /// How many lines the block had without it, and where in the output that ended.
    earlier: usize,
    end: u64,
}

impl Block {
    /// Begins with a line that came after what `before` remembers.
    fn new(parser: usize, line: &Offer<'_>, before: History) -> Self {
        let held = line.held();
        Self {
            parser,
            range: line.range,
            lines: vec![held.clone()],
            bytes: line.text.len(),
            last: Last {
                line: held,
                earlier: 0,
                end: line.range.start,
            },
            before,
        }
    }

    fn hold(&mut self, line: &Offer<'_>) {
        let held = line.held();
        self.last = Last {
            line: held.clone(),
            earlier: self.last.earlier + 1,
            end: self.range.end,
        };
        self.range.end = line.range.end;
        let full = self.lines.len() == HELD_LINES || self.bytes + line.text.len() > HELD_BYTES;
        if !full {
            self.bytes += line.text.len();
            self.lines.push(held);
        }
    }

    /// All lines and this one, to be offered to others.
    fn reject(self, line: Option<&Offer<'_>>) -> Replay {
        let mut lines = self.lines;
        lines.extend(line.map(Offer::held));
        if let Some(first) = lines.first_mut() {
            first.excluded.push(self.parser);
        }
        Replay {
            lines,
            before: self.before,
        }
    }
}

impl Last {
    /// The last line and what followed it, to be offered afresh after what came before them.
    fn replay(self, next: Option<HeldLine>, before: History) -> Replay {
        Replay {
            lines: std::iter::once(self.line).chain(next).collect(),
            before,
        }
    }
}

/// Lines to be offered again, and the history to offer them with.
struct Replay {
    lines: Vec<HeldLine>,
    before: History,
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

    /// A line that may interest somebody, from `range` of the output.
    pub(super) fn line(&mut self, raw: &[u8], range: OutputRange) {
        let text = clean(raw);
        let offer = Offer {
            text: &text,
            range,
            excluded: &[],
            no_document: false,
        };
        match self.step(&offer) {
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
            self.replay(block.reject(None));
            return;
        }
        let unsure =
            block.last.earlier > 0 && self.ask(block.parser, |state, _| state.is_unsure()) == Some(true);
        let mut range = block.range;
        if unsure {
            range.end = block.last.end;
        }
        self.close(block.parser, range);
        if unsure {
            let before = self.past.before_last();
            self.replay(block.last.replay(None, before));
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
                block.hold(line);
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
            Some(Step::Return) if block.last.earlier > 0 => {
                let range = OutputRange {
                    end: block.last.end,
                    ..block.range
                };
                self.attribute(block.parser, range);
                let before = self.past.before_last();
                Some(block.last.replay(Some(line.held()), before))
            }
            Some(Step::Return | Step::Reject) | None => {
                self.attribute(block.parser, block.range);
                Some(block.reject(Some(line)))
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
            Beginning::Whole(form) if self.offer_document(form, line.text, line.range) => {}
            Beginning::Whole(_) | Beginning::Nothing => self.ask_owners(line),
        }
    }

    /// Asks the parsers with a trigger in the line, until one takes it.
    fn ask_owners(&mut self, line: &Offer<'_>) {
        let mut owners = std::mem::take(&mut self.owners);
        self.scanner.owners(&self.roster.triggers, line.text, &mut owners);
        for parser in owners.iter().copied() {
            if line.excluded.contains(&parser) {
                continue;
            }
            let step = self.show(parser, line);
            self.attribute(parser, line.range);
            match step {
                Some(Step::Done) => break,
                Some(Step::More) => {
                    self.engage(parser, line);
                    break;
                }
                Some(Step::Pass | Step::Return | Step::Reject) | None => {}
            }
        }
        self.owners = owners;
    }

    fn engage(&mut self, parser: usize, line: &Offer<'_>) {
        let before = self.past.history().clone();
        self.engaged = Engaged::Block(Block::new(parser, line, before));
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
        let rest = &line.text[end..];
        let (form, range) = (collector.form(), collector.range());
        if !self.offer_document(form, collector.text(rest.len()), range) {
            return Some(give_back(collector, true));
        }
        if !rest.trim().is_empty() {
            self.open(&Offer { text: rest, ..*line });
        }
        None
    }

    /// Offers a document to the parsers with a trigger in it; `false` when it is none after all.
    fn offer_document(&mut self, form: Form, text: &str, range: OutputRange) -> bool {
        let mut owners = std::mem::take(&mut self.owners);
        self.scanner.owners(&self.roster.triggers, text, &mut owners);
        let valid = owners.is_empty() || self.read_document(form, text, range, &owners);
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

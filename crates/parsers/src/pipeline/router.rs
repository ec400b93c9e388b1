//! Decides whose a line is.

mod documents;
mod jobs;

use std::borrow::Cow;
use std::sync::Arc;

use unbreak_core::{Line, OutputRange, ParserState, Sink, Step};

use self::documents::Reading;
use self::jobs::Before;
use super::block::Block;
use super::clean::{clean, job};
use super::collect::{Beginning, begin};
use super::found::Found;
use super::lane::{Engaged, Lane};
use super::learned::{self, Candidate, Learned};
use super::offer::{Offer, Replay};
use super::past::lines;
use super::triggers::{Scanner, Spot};
use super::{Effort, Roster};

/// The parsers in the middle of one output.
pub(super) struct Router {
    roster: Arc<Roster>,
    scanner: Scanner,
    /// The job whose line was read last.
    lane: Lane,
    /// The other jobs.
    others: Vec<Lane>,
    job_before: Before,
    learned: Learned,
    /// The number of lines shown to parsers.
    shown: u64,
    pub(super) effort: Effort,
    /// Their findings.
    pub(super) sink: Sink,
    found: Found,
    /// The parsers that a line is offered to; kept to reuse its memory.
    owners: Vec<usize>,
}

impl Router {
    pub(super) fn new(roster: Arc<Roster>) -> Self {
        Self {
            scanner: Scanner::new(&roster.triggers),
            lane: Lane::new(0, &roster),
            others: Vec::new(),
            job_before: Before::Shown(0),
            learned: Learned::default(),
            shown: 0,
            effort: Effort::default(),
            roster,
            sink: Sink::default(),
            found: Found::default(),
            owners: Vec::new(),
        }
    }

    /// Returns whether the next line must be shown to a parser, whatever it contains.
    pub(super) fn is_engaged(&self) -> bool {
        self.lane.is_engaged() || self.others.iter().any(Lane::is_engaged)
    }

    pub(super) fn is_collecting(&self) -> bool {
        self.lane.is_collecting() || self.others.iter().any(Lane::is_collecting)
    }

    /// Starts another buffer for `find`.
    pub(super) fn begin_buffer(&mut self) {
        self.scanner.begin();
    }

    /// The position of a byte in the first line of `buffer[from..to]` that may interest a parser.
    pub(super) fn find(&mut self, buffer: &[u8], from: usize, to: usize) -> Option<usize> {
        self.scanner.find(&self.roster.triggers, buffer, from, to)
    }

    /// Lines that no parser is interested in.
    pub(super) fn skip(&mut self, raw: &[u8]) {
        if !self.learned.is_empty() {
            return self.skip_learned(raw);
        }
        if self.others.is_empty() {
            self.job_before = Before::Skipped;
            return self.lane.past.skip(raw);
        }
        for line in lines(raw) {
            self.switch(job(line));
            self.lane.past.skip(line);
        }
    }

    /// Goes on with the job of the next line.
    fn enter(&mut self, job: u64) {
        self.shown += 1;
        let job = self.confirmed(job);
        if job != self.lane.name || !self.others.is_empty() {
            self.switch(job);
            self.close_forgotten();
        }
        self.lane.last = self.shown;
    }

    /// Handles a line that may interest a parser: `buffer[from..to]`, from `range` of the output.
    pub(super) fn line(&mut self, buffer: &[u8], (from, to): (usize, usize), range: OutputRange) {
        let (text, job) = clean(&buffer[from..to]);
        let (bare, job) = self.learned.strip(&text, job);
        let spot = match &text {
            Cow::Borrowed(_) => Spot::of(bare, buffer),
            Cow::Owned(_) => None,
        };
        let text = bare;
        self.enter(job);
        match self.step(&Offer::new(text, range, spot)) {
            None => self.lane.past.push(text),
            Some(replay) => self.replay(replay),
        }
        // A document or block that ended before the line was printed in the earlier directories.
        self.lane.directories.read(text);
    }

    /// The output is over.
    pub(super) fn finish(&mut self, end: u64) {
        self.finish_lane(end);
        while let Some(lane) = self.others.pop() {
            self.lane = lane;
            self.finish_lane(end);
        }
    }

    fn finish_lane(&mut self, end: u64) {
        let holder = self.end_engaged();
        for parser in 0..self.lane.parsers.len() {
            if self.lane.parsers[parser].has_run() && holder != Some(parser) {
                self.close(parser, OutputRange { start: end, end });
            }
        }
    }

    /// A document that never ended is lines after all, and open blocks end; who held the last one?
    fn end_engaged(&mut self) -> Option<usize> {
        match self.lane.disengage() {
            Engaged::Document(collector) => {
                let replay = self.give_up(*collector, false);
                self.replay(replay);
            }
            engaged => self.lane.engaged = engaged,
        }
        let mut holder = None;
        while let Engaged::Block(block) = self.lane.disengage() {
            holder = Some(block.parser);
            self.end_block(block);
        }
        holder
    }

    /// Returns the findings.
    pub(super) fn found(&self) -> &Found {
        &self.found
    }

    /// The output ended within this block. A line that is returned may open another one.
    fn end_block(&mut self, mut block: Block) {
        if self.ask(block.parser, |state, _| state.is_unfinished()) == Some(true) {
            self.close(block.parser, block.range);
            let replay = block.reject(self.lane.past.history(), None);
            self.replay(replay);
            return;
        }
        if let Some(replay) = block.cut() {
            self.close(block.parser, block.range);
            self.replay(replay);
            return;
        }
        let unsure = !block.is_single() && self.ask(block.parser, |state, _| state.is_unsure()) == Some(true);
        if unsure {
            self.close(block.parser, block.range_without_last());
            let replay = block.return_last(self.lane.past.history(), None);
            self.replay(replay);
        } else {
            self.close(block.parser, block.range);
        }
    }

    fn close(&mut self, parser: usize, range: OutputRange) {
        self.ask(parser, |state, sink| state.finish(sink));
        self.attribute(parser, range);
    }

    /// Offers the lines that were given back. Lines that are given back meanwhile come before the rest.
    fn replay(&mut self, replay: Replay) {
        self.lane.past.restore(replay.before);
        let mut waiting = vec![replay.lines];
        while let Some(lines) = waiting.last_mut() {
            let line = lines.next();
            if lines.is_over() {
                waiting.pop();
            }
            let Some(line) = line else { continue };
            match self.step(&line.offer()) {
                None => self.lane.past.push(&line.text),
                Some(again) => {
                    self.lane.past.restore(again.before);
                    waiting.push(again.lines);
                }
            }
        }
    }

    /// Gives the line to the reader with a claim on it. Returns lines that were given back.
    fn step(&mut self, line: &Offer<'_>) -> Option<Replay> {
        match self.lane.disengage() {
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
                block.is_certain();
                block.hold(self.lane.past.history(), line);
                self.attribute(block.parser, block.range);
                self.lane.engaged = Engaged::Block(block);
                None
            }
            Some(Step::Maybe) => {
                let go_on = block.doubt(self.lane.past.history(), line);
                block.hold(self.lane.past.history(), line);
                self.attribute(block.parser, block.range);
                if go_on {
                    self.lane.engaged = Engaged::Block(block);
                    return None;
                }
                let replay = block.cut();
                self.close(block.parser, block.range);
                replay
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
                Some(block.return_last(self.lane.past.history(), Some(line)))
            }
            Some(Step::Return | Step::Reject) | None => {
                self.attribute(block.parser, block.range);
                Some(block.reject(self.lane.past.history(), Some(line)))
            }
        }
    }

    /// Offers a line without a claim: it begins a document, or belongs to the parsers of its triggers.
    fn open(&mut self, line: &Offer<'_>) {
        let beginning = if line.no_document {
            Beginning::Nothing
        } else {
            begin(line.text, line.range)
        };
        match beginning {
            Beginning::Part(mut collector) => {
                collector.before = self.lane.past.history().clone();
                self.lane.engaged = Engaged::Document(collector);
            }
            Beginning::Whole(form) if self.offer_document(form, line) != Reading::Invalid => {}
            Beginning::Whole(_) | Beginning::Nothing => {
                let prefix = learned::certain(line.text);
                let taken = prefix.is_some_and(|candidate| self.ask_without(&candidate, line));
                if !taken && !self.ask_owners(line) {
                    self.ask_without_prefix(line);
                }
            }
        }
    }

    /// Offers what comes after something that may be a prefix. If a parser takes it, that is one.
    fn ask_without_prefix(&mut self, line: &Offer<'_>) {
        let mut candidates = learned::likely(line.text, self.lane.past.history());
        while let Some(candidate) = candidates.next()
            && !self.ask_without(&candidate, line)
        {}
    }

    /// Offers what comes after this prefix, and below lines without it.
    fn ask_without(&mut self, candidate: &Candidate<'_>, line: &Offer<'_>) -> bool {
        let text = Offer {
            text: candidate.rest,
            spot: None,
            ..*line
        };
        let bare = Learned::bare(candidate, self.lane.past.history());
        let above = self.lane.past.replace(bare);
        let taken = self.ask_owners(&text);
        if taken {
            self.learned.add(candidate);
            self.name_lane(candidate.job);
        } else {
            self.lane.past.restore(above);
        }
        taken
    }

    /// Asks the parsers with a trigger in the line, until one takes it; `false` when none does.
    fn ask_owners(&mut self, line: &Offer<'_>) -> bool {
        let mut owners = std::mem::take(&mut self.owners);
        self.find_owners(line, &mut owners);
        let mut taken = false;
        for parser in owners.iter().copied() {
            if line.excluded.contains(&parser) {
                continue;
            }
            let step = self.show(parser, line);
            self.attribute(parser, line.range);
            match step {
                Some(Step::Done) => taken = true,
                Some(Step::More | Step::Maybe) => {
                    self.lane.engaged = Engaged::Block(Block::new(parser, line));
                    taken = true;
                }
                Some(Step::Pass | Step::Return | Step::Reject) | None => continue,
            }
            break;
        }
        self.owners = owners;
        taken
    }

    /// Adds the parsers with a trigger in the line, in the order in which they are asked.
    fn find_owners(&mut self, line: &Offer<'_>, owners: &mut Vec<usize>) {
        let triggers = &self.roster.triggers;
        match line.spot {
            Some(spot) => self.scanner.owners_at(triggers, spot, owners),
            None => self.scanner.owners(triggers, line.text.as_bytes(), owners),
        }
    }

    fn show(&mut self, parser: usize, line: &Offer<'_>) -> Option<Step> {
        self.effort.lines += 1;
        self.effort.bytes += line.text.len() as u64;
        let line = Line {
            text: line.text,
            range: line.range,
            history: self.lane.past.history(),
        };
        self.lane.parsers[parser].call(&mut self.sink, |state, sink| state.line(&line, sink))
    }

    fn ask<R>(&mut self, parser: usize, ask: impl FnOnce(&mut dyn ParserState, &mut Sink) -> R) -> Option<R> {
        self.lane.parsers[parser].call(&mut self.sink, ask)
    }

    /// Records the diagnostics that were just emitted.
    fn attribute(&mut self, parser: usize, range: OutputRange) {
        if self.sink.is_empty() {
            return;
        }
        let Lane {
            parsers, directories, ..
        } = &self.lane;
        self.found
            .settle(&mut self.sink, &parsers[parser], range, directories);
    }
}

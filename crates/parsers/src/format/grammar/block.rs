//! Diagnostics of several lines, each line with a shape of its own.

use std::sync::Arc;

use unbreak_core::{Diagnostic, Frame, Line, Note, Sink, Step};

use super::captured::{Captured, Meaning};
use super::file::Innermost;
use super::pattern::Expression;
use crate::format::{marks, stack};

/// Most lines of one diagnostic.
const MOST_LINES: usize = 200;

/// The greatest number of lines up to the last required one: a longer block is not one, and the pipeline
/// gives no more lines back to the others than this.
const MOST_UNFINISHED: usize = 48;

/// A line of a block.
#[derive(Debug)]
pub(crate) struct Part {
    pub(crate) shape: Shape,
    pub(crate) repeat: Repeat,
    pub(crate) role: Role,
    /// A repetition that yields to the parts after it, and to the first line of any block.
    pub(crate) is_lazy: bool,
}

/// The shape of a line of a block.
#[derive(Debug)]
pub(crate) enum Shape {
    Expression(Expression),
    /// A line of source, or none: it is one only if marks come below it.
    Source,
    /// A line of marks below quoted source, or none: they tell the columns that no text tells.
    Marks,
}

/// How often a line occurs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Repeat {
    Once,
    Maybe,
    Any,
    Many,
}

/// The role of a line in a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    /// It describes the diagnostic.
    Whole,
    /// It is a diagnostic by itself, with the data of the lines before it.
    Each,
    /// It is a note on the diagnostic.
    Note,
    /// It is an entry of the call stack.
    Frame,
}

impl Repeat {
    fn is_optional(self) -> bool {
        matches!(self, Self::Maybe | Self::Any)
    }

    fn goes_on(self) -> bool {
        matches!(self, Self::Any | Self::Many)
    }
}

impl Part {
    /// Adds the values in the line, above which source is behind a gutter of this width; `false`
    /// when the line belongs to another part.
    fn capture(&self, line: &str, gutter: u32, captured: &mut Captured) -> bool {
        match &self.shape {
            Shape::Expression(expression) => expression.capture(line, captured),
            Shape::Source => !line.trim().is_empty() && marks::read(line).is_none(),
            Shape::Marks => marks::read(line).is_some_and(|found| {
                let own = marks::is_gutter(line);
                captured.underline(if own { found } else { found.behind(gutter) });
                true
            }),
        }
    }

    /// Returns whether the line may be of this shape, tested without a search.
    fn admits(&self, line: &str) -> bool {
        match &self.shape {
            Shape::Expression(expression) => expression.admits(line),
            Shape::Source | Shape::Marks => true,
        }
    }

    fn is_source(&self) -> bool {
        matches!(self.shape, Shape::Source)
    }
}

/// The lines of a diagnostic, with the meaning of their parts.
#[derive(Debug)]
pub(crate) struct Block {
    pub(crate) parts: Vec<Part>,
    /// The line by which the block is found. The lines before it occur once each, and are looked up.
    pub(crate) anchor: usize,
    /// The end of the call stack at which the innermost entry stands.
    pub(crate) innermost: Innermost,
    /// Texts in the paths of files that are not the user's.
    pub(crate) foreign: Vec<String>,
    pub(crate) meaning: Meaning,
}

impl Block {
    /// Returns whether the line is the one by which the block is found.
    fn begin(self: &Arc<Self>, line: &Line<'_>) -> Option<Reading> {
        let anchor = self.parts.get(self.anchor)?;
        if !anchor.admits(line.text) {
            return None;
        }
        let mut own = Captured::default();
        if !anchor.capture(line.text, 0, &mut own) {
            return None;
        }
        let mut captured = Captured::default();
        for (number, part) in self.parts[..self.anchor].iter().enumerate() {
            let above = line.back(self.anchor - number)?;
            if !part.capture(above, 0, &mut captured) {
                return None;
            }
        }
        let mut reading = Reading {
            block: Arc::clone(self),
            last: self.anchor,
            captured,
            notes: Vec::new(),
            frames: Vec::new(),
            found: Vec::new(),
            has_found: false,
            lines: 1,
            gutter: 0,
            on_trial: false,
        };
        reading.take(own);
        Some(reading)
    }

    /// Returns whether the line is the block's first.
    fn is_first(&self, line: &str) -> bool {
        match self.parts.first().map(|first| &first.shape) {
            Some(Shape::Expression(expression)) if self.anchor == 0 => expression.is_match(line),
            _ => false,
        }
    }

    /// Returns whether its diagnostics are lines of it, and not all lines together.
    fn has_each(&self) -> bool {
        self.parts.iter().any(|part| part.role == Role::Each)
    }
}

/// The blocks that an output may be in the middle of: several can begin with the same line. The first of them
/// counts until a line shows that it is another.
pub(crate) struct Candidates(Vec<Reading>);

/// The result of a block's first line.
pub(crate) enum Begun {
    /// It begins no block.
    Nothing,
    /// It is also the last one.
    Done,
    /// Further lines may come.
    Open(Candidates),
}

impl Candidates {
    /// The blocks that this line begins.
    pub(crate) fn begin(blocks: &[Arc<Block>], line: &Line<'_>, sink: &mut Sink) -> Begun {
        let mut begun: Vec<Reading> = blocks.iter().filter_map(|block| block.begin(line)).collect();
        while let Some(first) = begun.first_mut() {
            if !first.is_over() {
                first.tell(sink);
                return Begun::Open(Self(begun));
            }
            first.close();
            if first.tell(sink) {
                return Begun::Done;
            }
            begun.remove(0);
        }
        Begun::Nothing
    }

    pub(crate) fn line(&mut self, blocks: &[Arc<Block>], line: &str, sink: &mut Sink) -> Step {
        while let Some(first) = self.0.first_mut() {
            let step = first.line(blocks, line);
            first.tell(sink);
            if step == Step::More {
                self.follow(|reading| reading.line(blocks, line) == Step::More);
                return step;
            }
            if step != Step::Reject || self.0.len() == 1 {
                return step;
            }
            self.0.remove(0);
        }
        Step::Reject
    }

    /// Keeps those behind the first that continue.
    fn follow(&mut self, mut goes_on: impl FnMut(&mut Reading) -> bool) {
        let mut is_first = true;
        self.0
            .retain_mut(|reading| std::mem::take(&mut is_first) || goes_on(reading));
    }

    pub(crate) fn on_trial(&self) -> bool {
        self.0.first().is_some_and(|reading| reading.on_trial)
    }

    /// Returns whether lines are missing that each of the blocks requires.
    pub(crate) fn is_unfinished(&self) -> bool {
        self.0.iter().all(Reading::is_unfinished)
    }

    /// Handles the end of the output: optional lines may be missing.
    pub(crate) fn close(&mut self, sink: &mut Sink) {
        if let Some(whole) = self.0.iter_mut().find(|reading| !reading.is_unfinished()) {
            whole.close();
            whole.tell(sink);
        }
    }
}

/// A block in the middle of an output.
struct Reading {
    block: Arc<Block>,
    /// The part that the last line was.
    last: usize,
    captured: Captured,
    notes: Vec<Note>,
    /// In the order in which they were printed.
    frames: Vec<Frame>,
    /// Diagnostics that are held back: of several blocks that may have begun, only the first is reported.
    found: Vec<Diagnostic>,
    has_found: bool,
    /// Lines since the block began, or since it found something.
    lines: usize,
    /// The width of the gutter in the line before.
    gutter: u32,
    /// The line before was taken for source.
    on_trial: bool,
}

impl Reading {
    fn line(&mut self, blocks: &[Arc<Block>], line: &str) -> Step {
        self.lines += 1;
        let gutter = std::mem::replace(&mut self.gutter, marks::gutter(line));
        if std::mem::take(&mut self.on_trial) && marks::read(line).is_none() {
            self.close();
            return Step::Return;
        }
        let most = if self.is_unfinished() {
            MOST_UNFINISHED
        } else {
            MOST_LINES
        };
        if self.lines <= most && self.goes_on(blocks, line, gutter) {
            return if self.is_over() {
                self.end(Step::Done)
            } else {
                Step::More
            };
        }
        self.end(Step::Pass)
    }

    /// The step by which the block ends, or [`Step::Reject`] when nothing was found in it.
    fn end(&mut self, step: Step) -> Step {
        self.close();
        if self.has_found { step } else { Step::Reject }
    }

    /// Takes the line if it belongs to the block: the part of the last line again, or a later one.
    fn goes_on(&mut self, blocks: &[Arc<Block>], line: &str, gutter: u32) -> bool {
        let block = Arc::clone(&self.block);
        let last = &block.parts[self.last];
        let repeats = last.repeat.goes_on();
        if repeats && !last.is_lazy && self.takes(self.last, line, gutter) {
            return true;
        }
        for (number, part) in block.parts.iter().enumerate().skip(self.last + 1) {
            if self.takes(number, line, gutter) {
                return true;
            }
            if !part.repeat.is_optional() {
                break;
            }
        }
        let begins = || self.last > 0 && blocks.iter().any(|block| block.is_first(line));
        repeats && last.is_lazy && !begins() && self.takes(self.last, line, gutter)
    }

    fn takes(&mut self, number: usize, line: &str, gutter: u32) -> bool {
        let block = Arc::clone(&self.block);
        let part = &block.parts[number];
        if part.role == Role::Whole {
            // Adds directly to the captured values, as most lines do.
            let taken = part.capture(line, gutter, &mut self.captured);
            if taken {
                self.last = number;
                self.on_trial = part.is_source();
            }
            return taken;
        }
        let mut own = Captured::default();
        let taken = part.capture(line, gutter, &mut own);
        if taken {
            self.last = number;
            self.take(own);
        }
        taken
    }

    /// Adds the values of the last part's line.
    fn take(&mut self, mut own: Captured) {
        let block = Arc::clone(&self.block);
        match block.parts[self.last].role {
            Role::Whole => self.captured.add(own),
            Role::Note => self.notes.extend(block.meaning.note(&own)),
            Role::Frame => self.frames.extend(block.meaning.frame(&own)),
            Role::Each => {
                own.inherit(&self.captured);
                self.find(&own);
            }
        }
        self.on_trial = block.parts[self.last].is_source();
    }

    fn find(&mut self, captured: &Captured) {
        if let Some(diagnostic) = self.block.meaning.diagnostic(captured) {
            self.found.push(diagnostic);
            self.has_found = true;
            self.lines = 0;
        }
    }

    /// Returns whether no further line can come.
    fn is_over(&self) -> bool {
        self.last + 1 == self.block.parts.len() && !self.block.parts[self.last].repeat.goes_on()
    }

    /// Returns whether lines are missing that every block has.
    fn is_unfinished(&self) -> bool {
        if self.block.has_each() {
            return !self.has_found;
        }
        let missing = &self.block.parts[self.last + 1..];
        missing.iter().any(|part| !part.repeat.is_optional())
    }

    /// Handles the end of the input: optional lines may be missing.
    fn close(&mut self) {
        if self.is_unfinished() || self.block.has_each() {
            return;
        }
        let captured = std::mem::take(&mut self.captured);
        self.find(&captured);
        let notes = std::mem::take(&mut self.notes);
        let mut frames = std::mem::take(&mut self.frames);
        if self.block.innermost == Innermost::First {
            frames.reverse();
        }
        if let Some(diagnostic) = self.found.last_mut() {
            diagnostic.notes.extend(notes);
            stack::attach_frames(diagnostic, frames, &self.block.foreign);
        }
    }

    /// Emits the diagnostics; returns `false` when there are none.
    fn tell(&mut self, sink: &mut Sink) -> bool {
        let has_found = self.has_found;
        self.found.drain(..).for_each(|diagnostic| sink.emit(diagnostic));
        has_found
    }
}

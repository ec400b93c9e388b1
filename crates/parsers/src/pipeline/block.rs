//! Lines that a parser holds, and how they are given back.

use unbreak_core::OutputRange;
use unbreak_core::parser::History;

use super::kept::KeptLines;
use super::offer::{Again, HeldLine, Offer, Replay};

/// The number of a block's lines that are held in case its parser gives them back.
const HELD_LINES: usize = 64;
/// The number of their bytes.
const HELD_BYTES: usize = 256 * 1024;
/// The number of lines in a row that may or may not belong to a block. With more it ends.
const DOUBTFUL_LINES: usize = 8 * 1024;
/// The number of their bytes.
const DOUBTFUL_BYTES: usize = 2 * 1024 * 1024;

/// Lines that a parser holds. Most blocks are one line, and the history has that: nothing is copied
/// before the second.
pub(super) struct Block {
    pub(super) parser: usize,
    pub(super) range: OutputRange,
    /// The first lines, once there are several.
    lines: Vec<HeldLine>,
    /// Bytes of them.
    bytes: usize,
    /// The number of its lines.
    count: usize,
    last: Last,
    /// The lines before the block, once the history has dropped them.
    before: Option<History>,
    doubtful: Option<Box<Doubtful>>,
}

/// The last lines, which may come after the end of the block.
struct Doubtful {
    lines: KeptLines,
    /// The lines before them.
    before: History,
}

/// The last line of a block, without its text.
struct Last {
    range: OutputRange,
    excluded: Vec<usize>,
    no_document: bool,
    /// Its text, where that is not the last line of the history.
    text: Option<HeldLine>,
}

impl Last {
    fn new(line: &Offer<'_>) -> Self {
        Self {
            range: line.range,
            excluded: line.excluded.to_vec(),
            no_document: line.no_document,
            text: line.is_rest.then(|| line.held()),
        }
    }

    /// The line, which `history` ends with.
    fn held(&self, history: &History) -> HeldLine {
        self.text.clone().unwrap_or_else(|| HeldLine {
            text: history.back(1).unwrap_or_default().into(),
            range: self.range,
            excluded: self.excluded.clone(),
            no_document: self.no_document,
        })
    }
}

impl Block {
    /// Begins with a line.
    pub(super) fn new(parser: usize, line: &Offer<'_>) -> Self {
        Self {
            parser,
            range: line.range,
            lines: Vec::new(),
            bytes: 0,
            count: 1,
            last: Last::new(line),
            before: None,
            doubtful: None,
        }
    }

    pub(super) fn is_single(&self) -> bool {
        self.count == 1
    }

    /// Adds a line; `history` ends with the one before it.
    pub(super) fn hold(&mut self, history: &History, line: &Offer<'_>) {
        self.keep(history);
        if self.count == History::SLACK {
            self.before = Some(history.before(self.count));
        }
        self.count += 1;
        self.range.end = line.range.end;
        self.last = Last::new(line);
    }

    /// The parser knows the line: those before it belong to the block.
    pub(super) fn is_certain(&mut self) {
        self.doubtful = None;
    }

    /// Remembers that the line, which `history` ends before, may not belong to the block. `false` when there
    /// are too many such lines.
    pub(super) fn doubt(&mut self, history: &History, line: &Offer<'_>) -> bool {
        let Some(doubtful) = &mut self.doubtful else {
            self.doubtful = Some(Box::new(Doubtful {
                lines: KeptLines::begin(line.text, line.range),
                before: history.before(0),
            }));
            return true;
        };
        doubtful.lines.push(line.text, line.range);
        doubtful.lines.count() < DOUBTFUL_LINES && doubtful.lines.bytes() < DOUBTFUL_BYTES
    }

    /// Ends the block before the doubtful lines, which are for others. `None` when there are none.
    pub(super) fn cut(&mut self) -> Option<Replay> {
        let doubtful = self.doubtful.take()?;
        self.range.end = doubtful.lines.range().start;
        Some(Replay {
            lines: Again::Kept(Box::new(doubtful.lines.into_lines(Some(self.parser)))),
            before: doubtful.before,
        })
    }

    /// Keeps the last line for a replay.
    fn keep(&mut self, history: &History) {
        let full = self.lines.len() < self.count - 1 || self.lines.len() == HELD_LINES;
        if full {
            return;
        }
        let last = self.last.held(history);
        // The first line is always held.
        if self.count == 1 || self.bytes + last.text.len() <= HELD_BYTES {
            self.bytes += last.text.len();
            self.lines.push(last);
        }
    }

    /// Its range without its last line.
    pub(super) fn range_without_last(&self) -> OutputRange {
        OutputRange {
            end: self.last.range.start,
            ..self.range
        }
    }

    /// All lines and this one, to be offered to others.
    pub(super) fn reject(mut self, history: &History, line: Option<&Offer<'_>>) -> Replay {
        self.keep(history);
        let before = self.before.unwrap_or_else(|| history.before(self.count));
        let mut lines = self.lines;
        lines.extend(line.map(Offer::held));
        if let Some(first) = lines.first_mut() {
            first.excluded.push(self.parser);
        }
        Replay {
            lines: Again::Held(lines.into_iter()),
            before,
        }
    }

    /// The last line and its successors, to be offered again after the lines before them.
    pub(super) fn return_last(&self, history: &History, next: Option<&Offer<'_>>) -> Replay {
        let lines = std::iter::once(self.last.held(history)).chain(next.map(Offer::held));
        Replay {
            lines: Again::Held(lines.collect::<Vec<_>>().into_iter()),
            before: history.before(1),
        }
    }
}

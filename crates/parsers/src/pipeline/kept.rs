//! Many lines in one piece of memory, that may have to be offered again.

use unbreak_core::OutputRange;

use super::offer::HeldLine;
use super::stream::LINE_CAP;

/// Lines in their order.
pub(super) struct KeptLines {
    text: String,
    /// The end of each line in `text` and in the output.
    ends: Vec<(usize, u64)>,
    start: u64,
    /// Whether the start was replaced.
    is_cut: bool,
}

impl KeptLines {
    /// Begins with a line.
    pub(super) fn begin(line: &str, range: OutputRange) -> Self {
        let mut lines = Self::unfinished(range.start);
        lines.push(line, range);
        lines
    }

    /// Begins with a line that comes in parts.
    pub(super) fn unfinished(start: u64) -> Self {
        Self {
            text: String::new(),
            ends: Vec::new(),
            start,
            is_cut: false,
        }
    }

    /// Adds a line, or the last part of one.
    pub(super) fn push(&mut self, line: &str, range: OutputRange) {
        self.text.push_str(line);
        self.text.push('\n');
        self.ends.push((self.text.len(), range.end));
    }

    /// Adds a part of a line.
    pub(super) fn push_part(&mut self, part: &str) {
        self.text.push_str(part);
    }

    /// Adds a part of a line, unless that has more than `cap` bytes with it.
    pub(super) fn push_part_within(&mut self, part: &str, cap: usize) {
        let room = cap.saturating_sub(self.text.len() - self.last_end());
        self.text.push_str(&part[..part.floor_char_boundary(room)]);
    }

    /// Returns whether the last line has no end yet.
    pub(super) fn is_unfinished(&self) -> bool {
        self.last_end() < self.text.len()
    }

    fn last_end(&self) -> usize {
        self.ends.last().map_or(0, |(end, _)| *end)
    }

    /// Replaces the text before byte `next` by the `head` bytes that `text` begins with. The lines before it,
    /// and the one that it is in, are offered to no one again.
    pub(super) fn replace_start(&mut self, text: String, next: usize, head: usize) {
        let gone = self.ends.partition_point(|(end, _)| *end <= next);
        self.ends.drain(..gone);
        for (end, _) in &mut self.ends {
            *end = *end - next + head;
        }
        self.text = text;
        self.is_cut = true;
    }

    /// Returns whether the start was replaced.
    pub(super) fn is_cut(&self) -> bool {
        self.is_cut
    }

    /// The number of lines.
    pub(super) fn count(&self) -> usize {
        self.ends.len()
    }

    /// The number of their bytes.
    pub(super) fn bytes(&self) -> usize {
        self.text.len()
    }

    /// Their text.
    pub(super) fn all(&self) -> &str {
        &self.text
    }

    pub(super) fn range(&self) -> OutputRange {
        OutputRange {
            start: self.start,
            end: self.ends.last().map_or(self.start, |(_, end)| *end),
        }
    }

    /// The lines, to be offered to all parsers, or to all others.
    pub(super) fn into_lines(self, excluded: Option<usize>) -> Lines {
        let mut ends = self.ends.into_iter();
        let partial = if self.is_cut { ends.next() } else { None };
        Lines {
            text: self.text,
            ends,
            begun: partial.unwrap_or((0, self.start)),
            excluded,
            begins_none: false,
            search: true,
        }
    }
}

/// Kept lines, one after another.
pub(super) struct Lines {
    text: String,
    ends: std::vec::IntoIter<(usize, u64)>,
    /// The start of the next one in `text` and in the output.
    begun: (usize, u64),
    /// The parser that had them.
    excluded: Option<usize>,
    /// Whether the next one is known to begin no document.
    pub(super) begins_none: bool,
    /// Whether to look for documents that begin further below.
    pub(super) search: bool,
}

impl Lines {
    pub(super) fn is_over(&self) -> bool {
        self.ends.as_slice().is_empty()
    }
}

impl Iterator for Lines {
    type Item = HeldLine;

    fn next(&mut self) -> Option<HeldLine> {
        let (to, end) = self.ends.next()?;
        let (from, start) = std::mem::replace(&mut self.begun, (to, end));
        let no_document = std::mem::replace(&mut self.begins_none, !self.search);
        let line = &self.text[from..to - 1];
        Some(HeldLine {
            text: line[..line.floor_char_boundary(LINE_CAP)].into(),
            range: OutputRange { start, end },
            excluded: self.excluded.into_iter().collect(),
            no_document,
        })
    }
}

//! Many lines in one piece of memory, that may have to be offered again.

use unbreak_core::OutputRange;

use super::offer::HeldLine;

/// Lines in their order.
pub(super) struct KeptLines {
    text: String,
    /// The end of each line in `text` and in the output.
    ends: Vec<(usize, u64)>,
    start: u64,
}

impl KeptLines {
    /// Begins with a line.
    pub(super) fn begin(line: &str, range: OutputRange) -> Self {
        let mut lines = Self {
            text: String::new(),
            ends: Vec::new(),
            start: range.start,
        };
        lines.push(line, range);
        lines
    }

    pub(super) fn push(&mut self, line: &str, range: OutputRange) {
        self.text.push_str(line);
        self.text.push('\n');
        self.ends.push((self.text.len(), range.end));
    }

    /// The number of lines.
    pub(super) fn count(&self) -> usize {
        self.ends.len()
    }

    /// The number of their bytes.
    pub(super) fn bytes(&self) -> usize {
        self.text.len()
    }

    /// Their text, without `surplus` bytes of the last line.
    pub(super) fn text(&self, surplus: usize) -> &str {
        let end = self.text.len() - 1 - surplus;
        &self.text[..end]
    }

    pub(super) fn range(&self) -> OutputRange {
        OutputRange {
            start: self.start,
            end: self.ends.last().map_or(self.start, |(_, end)| *end),
        }
    }

    /// The lines, to be offered to all parsers, or to all others.
    pub(super) fn into_lines(self, excluded: Option<usize>) -> Lines {
        Lines {
            text: self.text,
            ends: self.ends.into_iter(),
            begun: (0, self.start),
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
        Some(HeldLine {
            text: self.text[from..to - 1].into(),
            range: OutputRange { start, end },
            excluded: self.excluded.into_iter().collect(),
            no_document,
        })
    }
}

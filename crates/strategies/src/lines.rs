//! Lines and columns, as people and tools count them, to bytes and back.

use std::ops::Range;

/// The start of each line of a text.
#[derive(Debug, Clone)]
pub(crate) struct Lines(Vec<usize>);

impl Lines {
    pub(crate) fn of(text: &str) -> Self {
        let ends = text.match_indices('\n').map(|(at, _)| at + 1);
        Self(std::iter::once(0).chain(ends).collect())
    }

    /// The line (1-based) that a byte is on.
    pub(crate) fn line_of(&self, offset: usize) -> u32 {
        let before = self.0.partition_point(|&start| start <= offset);
        u32::try_from(before).unwrap_or(u32::MAX)
    }

    /// The bytes of a line (1-based) of the text, its line end included.
    pub(crate) fn range(&self, text: &str, line: u32) -> Option<Range<usize>> {
        let index = (line as usize).checked_sub(1)?;
        let start = *self.0.get(index)?;
        let end = self.0.get(index + 1).copied().unwrap_or(text.len());
        Some(start..end)
    }

    /// The byte of a line and column (1-based, in characters) of the text.
    pub(crate) fn offset(&self, text: &str, line: u32, column: u32) -> Option<usize> {
        let range = self.range(text, line)?;
        let skip = (column as usize).checked_sub(1)?;
        let starts = text[range.clone()].char_indices().map(|(at, _)| at);
        let within = starts.chain(std::iter::once(range.len())).nth(skip)?;
        Some(range.start + within)
    }
}

/// The number of bytes of blanks that a line begins with.
pub(crate) fn indentation(line: &str) -> usize {
    line.len() - line.trim_start().len()
}

/// The line around a byte, without its end.
pub(crate) fn line_at(text: &str, at: usize) -> &str {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    text[start..].lines().next().unwrap_or_default()
}

//! The lines of a source around a place, and the bytes to mark in them.

use std::ops::Range;

use unbreak_core::Location;

/// Lines shown before and after the marked ones.
const CONTEXT: u32 = 2;

/// A range of more lines than this is marked only in its first line: otherwise the message would scroll off
/// the screen.
const MOST_LINES: u32 = 12;

/// A part of a source text.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Window<'a> {
    /// The lines, with their line ends.
    pub(crate) text: &'a str,
    /// Number of the first of them, 1-based.
    pub(crate) first_line: u32,
    /// The bytes of `text` to mark; on character boundaries.
    pub(crate) marked: Range<usize>,
}

impl<'a> Window<'a> {
    /// The window around a location; `None` if the source has no such line.
    pub(crate) fn around(source: &'a str, location: &Location) -> Option<Self> {
        let line = location.line?;
        let last = last_line(location, line);
        let first_line = line.saturating_sub(CONTEXT).max(1);
        let start = line_start(source, first_line)?;
        let end = line_start(source, last.saturating_add(CONTEXT + 1)).unwrap_or(source.len());
        let marked = marked(source, location, line, last)?;
        Some(Self {
            text: source.get(start..end)?,
            first_line,
            marked: marked.start - start..marked.end - start,
        })
    }
}

fn last_line(location: &Location, line: u32) -> u32 {
    match location.end_line {
        Some(end) if end > line && end - line < MOST_LINES => end,
        _ => line,
    }
}

/// The bytes from the column (or the first non-blank character) up to the end column, the end of the word, or
/// the end of the line, depending on what is known.
fn marked(source: &str, location: &Location, line: u32, last: u32) -> Option<Range<usize>> {
    let text = line_text(source, line)?;
    let at = line_start(source, line)?;
    let Some(column) = location.column else {
        let from = text.len() - text.trim_start().len();
        return Some(at + from..at + text.trim_end().len().max(from));
    };
    let from = byte_of_column(text, column);
    let start = at + from;
    let whole_range_shown = location.end_line.is_none_or(|end| end == last);
    let end = match location.end_column.filter(|_| whole_range_shown) {
        Some(end) => line_start(source, last)? + byte_of_column(line_text(source, last)?, end),
        None => start + word_length(&text[from..]),
    };
    Some(start..end.max(start))
}

/// The length of the word that begins here, or of the one character.
fn word_length(text: &str) -> usize {
    let word = text
        .find(|c: char| !c.is_alphanumeric() && c != '_')
        .unwrap_or(text.len());
    match word {
        0 => text.chars().next().map_or(0, char::len_utf8),
        word => word,
    }
}

/// The byte at which a 1-based character column begins; the end of the line for any beyond it.
fn byte_of_column(line: &str, column: u32) -> usize {
    let skipped = column.saturating_sub(1) as usize;
    line.char_indices()
        .nth(skipped)
        .map_or(line.len(), |(byte, _)| byte)
}

/// The byte at which a 1-based line begins.
fn line_start(source: &str, line: u32) -> Option<usize> {
    match line {
        0 => None,
        1 => (!source.is_empty()).then_some(0),
        line => {
            let before = source.match_indices('\n').nth(line as usize - 2)?;
            let start = before.0 + 1;
            (start < source.len()).then_some(start)
        }
    }
}

fn line_text(source: &str, line: u32) -> Option<&str> {
    let rest = source.get(line_start(source, line)?..)?;
    let text = rest.split('\n').next().unwrap_or(rest);
    Some(text.strip_suffix('\r').unwrap_or(text))
}

//! Finds definitions in texts, by the lines that make them.

use std::ops::Range;

pub(super) use crate::declared::{declared, defined};
use crate::lines::indentation;

/// Returns whether a text defines a name anywhere.
pub(super) fn defines(text: &str, name: &str) -> bool {
    text.lines()
        .any(|line| line.contains(name) && defined(line) == Some(name))
}

/// The lines of a name's definition, 1-based: up to the next line with the same indentation that closes nothing.
pub(super) fn lines_of(text: &str, name: &str) -> Option<Range<u32>> {
    let mut lines = text.lines().zip(1_u32..);
    let (first, start) = lines.find(|(line, _)| defined(line) == Some(name))?;
    let end = lines.find(|(line, _)| !belongs(line, first));
    Some(start..end.map_or(u32::MAX, |(_, line)| line))
}

/// Returns whether a line after the first one of a definition is part of it.
pub(super) fn belongs(line: &str, first: &str) -> bool {
    let closes = line.trim_start().starts_with(['{', '}', ')', ']']);
    line.trim().is_empty() || indentation(line) > indentation(first) || closes
}

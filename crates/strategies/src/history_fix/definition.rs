//! Finds definitions in texts, by the lines that make them.

use std::ops::Range;

pub(super) use crate::declared::{declared, defined};

/// Returns whether a text defines a name anywhere.
pub(super) fn defines(text: &str, name: &str) -> bool {
    text.lines()
        .any(|line| line.contains(name) && defined(line) == Some(name))
}

/// The lines of a name's definition, 1-based: up to the next line with the same indentation that closes nothing.
pub(super) fn lines_of(text: &str, name: &str) -> Option<Range<u32>> {
    let depth = |line: &str| line.len() - line.trim_start().len();
    let mut lines = text.lines().zip(1_u32..);
    let (first, start) = lines.find(|(line, _)| defined(line) == Some(name))?;
    let is_bracket = |line: &str| line.trim_start().starts_with(['{', '}', ')', ']']);
    let ends = |line: &str| !line.trim().is_empty() && depth(line) <= depth(first) && !is_bracket(line);
    let end = lines
        .find(|(line, _)| ends(line))
        .map_or(u32::MAX, |(_, line)| line);
    Some(start..end)
}

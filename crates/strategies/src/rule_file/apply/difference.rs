//! From places and texts to edits.

use std::ops::Range;

use similar::TextDiff;
use unbreak_core::{Edit, RelPath, StrategyError};

use super::place::lines_of;
use crate::rule_file::rewrite::Found;

pub(super) fn replaced(text: &str, found: &[Found]) -> String {
    let mut written = String::with_capacity(text.len());
    let mut done = 0;
    for Found { range, replacement } in found {
        written.push_str(&text[done..range.start]);
        written.push_str(replacement);
        done = range.end;
    }
    written.push_str(&text[done..]);
    written
}

/// What differs between two texts, line by line, each change as small as it can be.
pub(super) fn edits(file: &RelPath, old: &str, new: &str) -> Result<Vec<Edit>, StrategyError> {
    let diff = TextDiff::from_lines(old, new);
    let (old_starts, new_starts) = (lines_of(old), lines_of(new));
    let start = |starts: &[usize], line: usize, text: &str| starts.get(line).copied().unwrap_or(text.len());
    let mut edits = Vec::new();
    for op in diff.ops().iter().filter(|op| op.tag() != similar::DiffTag::Equal) {
        let (from, to) = (op.old_range(), op.new_range());
        let range = start(&old_starts, from.start, old)..start(&old_starts, from.end, old);
        let text = &new[start(&new_starts, to.start, new)..start(&new_starts, to.end, new)];
        let (range, text) = trimmed(old, range, text);
        edits.push(Edit::replace(file, old, range, text)?);
    }
    Ok(edits)
}

/// A change without what is the same at both of its ends.
fn trimmed<'t>(old: &str, range: Range<usize>, text: &'t str) -> (Range<usize>, &'t str) {
    let before = &old[range.clone()];
    if before.is_empty() || text.is_empty() {
        return (range, text);
    }
    let same = before.chars().zip(text.chars()).take_while(|(a, b)| a == b);
    let head: usize = same.map(|(c, _)| c.len_utf8()).sum();
    let (rest, text) = (&before[head..], &text[head..]);
    let same = rest
        .chars()
        .rev()
        .zip(text.chars().rev())
        .take_while(|(a, b)| a == b);
    let tail: usize = same.map(|(c, _)| c.len_utf8()).sum();
    (range.start + head..range.end - tail, &text[..text.len() - tail])
}

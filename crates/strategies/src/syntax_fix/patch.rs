//! The smallest edits between two texts.

use std::ops::Range;

use similar::{DiffOp, TextDiff};
use unbreak_core::{Edit, FixError, RelPath};

/// Edits that turn `before` into `after`, line by line where lines correspond, without the common
/// beginning and end of a changed line.
///
/// # Errors
/// Never in practice: the ranges come from the texts themselves.
pub(crate) fn edits(file: &RelPath, before: &str, after: &str) -> Result<Vec<Edit>, FixError> {
    let old: Vec<&str> = before.split_inclusive('\n').collect();
    let new: Vec<&str> = after.split_inclusive('\n').collect();
    let starts = starts(&old);
    let diff = TextDiff::from_slices(&old, &new);
    let mut edits = Vec::new();
    for op in diff.ops().iter().filter(|op| !matches!(op, DiffOp::Equal { .. })) {
        for (lines, text) in pieces(op, &new) {
            let range = starts[lines.start]..starts[lines.end];
            edits.extend(trimmed(file, before, range, &text)?);
        }
    }
    Ok(edits)
}

/// The byte at which each line starts, and the end of the text.
fn starts(lines: &[&str]) -> Vec<usize> {
    let mut at = 0;
    let mut starts = vec![0];
    for line in lines {
        at += line.len();
        starts.push(at);
    }
    starts
}

/// Lines and their replacement: one by one when there are as many before as after.
fn pieces(op: &DiffOp, new: &[&str]) -> Vec<(Range<usize>, String)> {
    let (old_range, new_range) = (op.old_range(), op.new_range());
    if old_range.len() == new_range.len() {
        let lines = old_range.zip(new_range);
        return lines
            .map(|(old, line)| (old..old + 1, new[line].to_owned()))
            .collect();
    }
    vec![(old_range, new[new_range].concat())]
}

/// The edit without common beginning and end; `None` when nothing differs.
fn trimmed(file: &RelPath, before: &str, range: Range<usize>, text: &str) -> Result<Option<Edit>, FixError> {
    let old = &before[range.clone()];
    let head = common(old.char_indices(), text.char_indices());
    let (old_rest, new_rest) = (&old[head..], &text[head..]);
    let tail = common(
        old_rest.chars().rev().map(sized),
        new_rest.chars().rev().map(sized),
    );
    let place = range.start + head..range.end - tail;
    let text = &new_rest[..new_rest.len() - tail];
    if place.is_empty() && text.is_empty() {
        return Ok(None);
    }
    Edit::replace(file, before, place, text).map(Some)
}

fn sized(c: char) -> (usize, char) {
    (c.len_utf8(), c)
}

/// Bytes that two sequences of characters share at their beginning.
fn common(a: impl Iterator<Item = (usize, char)>, b: impl Iterator<Item = (usize, char)>) -> usize {
    a.zip(b)
        .take_while(|((_, a), (_, b))| a == b)
        .map(|((_, c), _)| c.len_utf8())
        .sum()
}

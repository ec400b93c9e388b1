//! From places and texts to edits.

use std::cmp::Ordering;
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

/// Returns the differences between two texts, line by line, each as small as possible.
pub(super) fn edits(file: &RelPath, old: &str, new: &str) -> Result<Vec<Edit>, StrategyError> {
    let diff = TextDiff::from_lines(old, new);
    let (old_starts, new_starts) = (lines_of(old), lines_of(new));
    let start = |starts: &[usize], line: usize, text: &str| starts.get(line).copied().unwrap_or(text.len());
    let mut edits = Vec::new();
    for op in diff.ops().iter().filter(|op| op.tag() != similar::DiffTag::Equal) {
        let (from, to) = (op.old_range(), op.new_range());
        let range = start(&old_starts, from.start, old)..start(&old_starts, from.end, old);
        let new_line = |line: usize| start(&new_starts, line, new);
        let text = &new[new_line(to.start)..new_line(to.end)];
        let changes = match from.len().cmp(&to.len()) {
            Ordering::Equal => by_words(old, range, text),
            Ordering::Less if !from.is_empty() => {
                let first = &new[new_line(to.start)..new_line(to.start + from.len())];
                let last = &new[new_line(to.end - from.len())..new_line(to.end)];
                with_added_lines(old, range, text, [first.len(), text.len() - last.len()])
            }
            _ => vec![trimmed(old, range, text)],
        };
        for (range, text) in changes {
            edits.push(Edit::replace(file, old, range, text)?);
        }
    }
    Ok(edits)
}

/// A change of lines as changes of words, so that an edit writes nothing that was there before.
fn by_words<'t>(old: &str, range: Range<usize>, text: &'t str) -> Vec<(Range<usize>, &'t str)> {
    let (before, after) = (words(&old[range.clone()]), words(text));
    let end = |words: &[&str], count: usize| words[..count].iter().map(|word| word.len()).sum::<usize>();
    let diff = TextDiff::configure().diff_slices(&before, &after);
    let changed = diff.ops().iter().filter(|op| op.tag() != similar::DiffTag::Equal);
    let changes = changed.map(|op| {
        let (from, to) = (op.old_range(), op.new_range());
        let was = range.start + end(&before, from.start)..range.start + end(&before, from.end);
        (was, &text[end(&after, to.start)..end(&after, to.end)])
    });
    changes.collect()
}

/// A change of lines and lines added below or above them. Of the two places where the text can be split, the one is
/// taken at which the changes write less.
fn with_added_lines<'t>(
    old: &str,
    range: Range<usize>,
    text: &'t str,
    [below, above]: [usize; 2],
) -> Vec<(Range<usize>, &'t str)> {
    let mut added_below = by_words(old, range.clone(), &text[..below]);
    match added_below.last_mut() {
        // The last line got its line break.
        Some((at, added)) if at.end == range.end => *added = &text[below - added.len()..],
        _ => added_below.push((range.end..range.end, &text[below..])),
    }
    let mut added_above = by_words(old, range.clone(), &text[above..]);
    match added_above.first_mut() {
        // The first line got another indentation.
        Some((at, added)) if at.start == range.start => *added = &text[..above + added.len()],
        _ => added_above.insert(0, (range.start..range.start, &text[..above])),
    }
    let written =
        |changes: &[(Range<usize>, &str)]| changes.iter().map(|(_, text)| text.len()).sum::<usize>();
    match written(&added_above) < written(&added_below) {
        true => added_above,
        false => added_below,
    }
}

/// Words, and each other character by itself.
pub(in crate::rule_file) fn words(text: &str) -> Vec<&str> {
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let end = match is_part(first) {
            true => rest.find(|c| !is_part(c)).unwrap_or(rest.len()),
            false => first.len_utf8(),
        };
        let (word, behind) = rest.split_at(end);
        words.push(word);
        rest = behind;
    }
    words
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

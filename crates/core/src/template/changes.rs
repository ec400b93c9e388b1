//! The line-by-line differences between two texts.

use std::ops::Range;

/// The most lines on either side that are compared with each other.
const COMPARED: usize = 400;

/// Lines `old` become lines `new`.
pub(super) type Change = (Range<usize>, Range<usize>);

/// The changes between two texts by lines, from the top; `None` if there are too many.
pub(super) fn changes(old: &[&str], new: &[&str]) -> Option<Vec<Change>> {
    let head = old.iter().zip(new).take_while(|(old, new)| old == new).count();
    let tail = old[head..].iter().rev().zip(new[head..].iter().rev());
    let tail = tail.take_while(|(old, new)| old == new).count();
    let (old_end, new_end) = (old.len() - tail, new.len() - tail);
    if old_end - head > COMPARED || new_end - head > COMPARED {
        return None;
    }
    let mut changes = Vec::new();
    let (mut at, mut to) = (head, head);
    for (kept_old, kept_new) in common(&old[head..old_end], &new[head..new_end]) {
        push(&mut changes, at..head + kept_old, to..head + kept_new);
        (at, to) = (head + kept_old + 1, head + kept_new + 1);
    }
    push(&mut changes, at..old_end, to..new_end);
    Some(changes)
}

fn push(changes: &mut Vec<Change>, old: Range<usize>, new: Range<usize>) {
    if !(old.is_empty() && new.is_empty()) {
        changes.push((old, new));
    }
}

/// The lines of a longest common subsequence, as pairs of indices.
fn common(old: &[&str], new: &[&str]) -> Vec<(usize, usize)> {
    let mut best = vec![vec![0_usize; new.len() + 1]; old.len() + 1];
    for at in (0..old.len()).rev() {
        for to in (0..new.len()).rev() {
            best[at][to] = match old[at] == new[to] {
                true => best[at + 1][to + 1] + 1,
                false => best[at + 1][to].max(best[at][to + 1]),
            };
        }
    }
    let (mut at, mut to, mut pairs) = (0, 0, Vec::new());
    while at < old.len() && to < new.len() {
        if old[at] == new[to] {
            pairs.push((at, to));
            (at, to) = (at + 1, to + 1);
        } else if best[at + 1][to] >= best[at][to + 1] {
            at += 1;
        } else {
            to += 1;
        }
    }
    pairs
}

//! Compares two texts of which several versions each are known.

use std::sync::LazyLock;

use regex::Regex;
use serde::Serialize;
use similar::{ChangeTag, TextDiff};
use unbreak_core::pattern::pattern;
use unbreak_core::signature::normalise_volatile;

/// The difference between two texts.
#[derive(Debug, Clone, Serialize)]
pub(super) struct StreamDiff {
    pub(super) same: bool,
    added: usize,
    removed: usize,
    /// Lines in which something changes anyway.
    masked: usize,
    diff: String,
}

/// The placeholder for parts that change anyway.
const MASK: &str = "<*>";

/// A diff longer than this is cut.
const LONGEST: usize = 64 << 10;

/// Compares the output of several runs on one side with that of several on the other.
pub(super) fn compare(old: &[&[u8]], new: &[&[u8]]) -> StreamDiff {
    let (old, old_masked) = steady(old);
    let (new, new_masked) = steady(new);
    let (old, new) = unite(&old, &new);
    let diff = TextDiff::from_lines(&old, &new);
    let count = |tag| {
        diff.iter_all_changes()
            .filter(|change| change.tag() == tag)
            .count()
    };
    let mut unified = diff
        .unified_diff()
        .context_radius(3)
        .header("before", "after")
        .to_string();
    let same = old == new;
    if same {
        unified.clear();
    }
    unified.truncate(unified.floor_char_boundary(LONGEST));
    StreamDiff {
        same,
        added: count(ChangeTag::Insert),
        removed: count(ChangeTag::Delete),
        masked: old_masked.max(new_masked),
        diff: unified,
    }
}

/// The text that all runs have in common, with marks where they differ; and how many lines do.
fn steady(runs: &[&[u8]]) -> (String, usize) {
    let mut texts = runs
        .iter()
        .map(|run| normalise_lines(&String::from_utf8_lossy(run)));
    let mut common = texts.next().unwrap_or_default();
    let first = common.clone();
    for text in texts {
        common = mask(&common, &text);
    }
    let masked = common
        .lines()
        .zip(first.lines())
        .filter(|(now, then)| now != then)
        .count();
    (common, masked)
}

fn normalise_lines(text: &str) -> String {
    text.split_inclusive('\n').map(normalise_volatile).collect()
}

/// Masks the words in which two texts differ; lines that only one of them has are left out.
fn mask(one: &str, other: &str) -> String {
    let lines = |text| str::split_inclusive(text, '\n').collect::<Vec<&str>>();
    let (mine, theirs) = (lines(one), lines(other));
    let diff = TextDiff::from_slices(&mine, &theirs);
    let mut common = String::new();
    for op in diff.ops() {
        let (old, new) = (&mine[op.old_range()], &theirs[op.new_range()]);
        for (at, line) in old.iter().enumerate() {
            match new.get(at) {
                Some(same) if line == same => common.push_str(line),
                Some(differs) => common.push_str(&mask_words(line, differs)),
                None => {}
            }
        }
    }
    common
}

/// Masks the words of a line that another has otherwise; of entirely different lines everything.
fn mask_words(line: &str, other: &str) -> String {
    let (mine, theirs) = (words(line), words(other));
    if mine.len() != theirs.len() {
        return format!("{MASK}\n");
    }
    let pairs = mine.into_iter().zip(theirs);
    pairs
        .map(|(mine, theirs)| if mine == theirs { mine } else { MASK })
        .collect()
}

/// Words, numbers with all their digits, and the text between them.
fn words(line: &str) -> Vec<&str> {
    static WORD: LazyLock<Regex> = LazyLock::new(|| pattern(r"[0-9]+(?:[.,:][0-9]+)+|[\p{L}\p{N}]+|(?s:.)"));
    WORD.find_iter(line).map(|found| found.as_str()).collect()
}

/// Masks on each side the parts that are masked in the same line of the other.
fn unite(old: &str, new: &str) -> (String, String) {
    let cover = |masked: &str, plain: &str| -> String {
        let masks: Vec<&str> = masked.lines().filter(|line| line.contains(MASK)).collect();
        let covered = plain.split_inclusive('\n').map(|line| {
            let mask = masks.iter().find(|mask| fits(mask, line.trim_end_matches('\n')));
            mask.map_or(line.to_owned(), |mask| format!("{mask}\n"))
        });
        covered.collect()
    };
    (cover(new, old), cover(old, new))
}

/// Returns whether a masked line may stand for a line.
fn fits(masked: &str, line: &str) -> bool {
    let mut parts = masked.split(MASK);
    let Some(mut rest) = parts.next().and_then(|first| line.strip_prefix(first)) else {
        return false;
    };
    let parts: Vec<&str> = parts.collect();
    let Some((last, between)) = parts.split_last() else {
        return rest.is_empty();
    };
    for part in between {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    // A mask alone would stand for any line.
    (!masked.trim().eq(MASK)) && rest.ends_with(last)
}

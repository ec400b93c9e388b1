//! Finds the lines of a search block in a file.
//!
//! They must occur exactly once in the excerpts that the model saw. Four ways of comparing are
//! tried, from the strictest: exact; without trailing space; with all lines indented more or less
//! by the same text; with typographic punctuation as plain. A comparison that matches twice is
//! refused, and so are lines that are only similar.

use std::ops::Range;

/// Lines of a file that a block searches for.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct AnchorMatch {
    /// The lines, counted from 0.
    pub(super) lines: Range<usize>,
    /// How the file's indentation differs from the block's.
    pub(super) shift: Shift,
}

/// A difference of indentation that is the same for all lines.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Shift {
    /// The file's lines begin with this text in addition.
    Add(String),
    /// The block's lines begin with this text in addition.
    Remove(String),
}

impl Shift {
    pub(super) const fn none() -> Self {
        Self::Add(String::new())
    }

    /// A line of the block with the file's indentation.
    pub(super) fn apply(&self, line: &str) -> String {
        match self {
            _ if line.trim().is_empty() => String::new(),
            Self::Add(text) => format!("{text}{line}"),
            Self::Remove(text) => line.strip_prefix(text.as_str()).unwrap_or(line).to_owned(),
        }
    }

    /// The shift between two lines that differ only in their indentation.
    fn between(block: &str, file: &str) -> Option<Self> {
        if let Some(added) = file.strip_suffix(block.trim_end()).filter(|text| is_space(text)) {
            return Some(Self::Add(added.to_owned()));
        }
        let removed = block
            .trim_end()
            .strip_suffix(file)
            .filter(|text| is_space(text))?;
        Some(Self::Remove(removed.to_owned()))
    }
}

fn is_space(text: &str) -> bool {
    text.chars().all(char::is_whitespace)
}

/// Why lines have no place.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum NoAnchor {
    /// The lines occur nowhere; these are the most similar.
    Missing { closest: Option<Range<usize>> },
    /// The lines occur at several places (first lines, counted from 0).
    Ambiguous { at: Vec<usize> },
}

/// A reading of a line of the block against a line of the file.
type Reading = fn(&str, &str) -> bool;

/// Finds `search` among the lines of a file that the model was shown, as `is_shown` tells.
///
/// # Errors
/// When they do not stand there exactly once.
pub(super) fn find(
    search: &[&str],
    lines: &[&str],
    is_shown: &dyn Fn(usize) -> bool,
) -> Result<AnchorMatch, NoAnchor> {
    let windows = shown_windows(search.len(), lines.len(), is_shown);
    let equal: [Reading; 2] = [|a, b| a == b, |a, b| a.trim_end() == b.trim_end()];
    let plain: [Reading; 1] = [|a, b| is_plainly_equal(a, b)];
    for reading in equal {
        if let Some(found) = once(&windows, |window| is_equal(search, &lines[window], reading))? {
            return Ok(found);
        }
    }
    if let Some(found) = once(&windows, |window| shift_of(search, &lines[window]))? {
        return Ok(found);
    }
    for reading in plain {
        if let Some(found) = once(&windows, |window| is_equal(search, &lines[window], reading))? {
            return Ok(found);
        }
    }
    Err(NoAnchor::Missing {
        closest: closest(search, lines, &windows),
    })
}

fn shown_windows(wanted: usize, lines: usize, is_shown: &dyn Fn(usize) -> bool) -> Vec<Range<usize>> {
    let starts = 0..(lines + 1).saturating_sub(wanted);
    starts
        .map(|start| start..start + wanted)
        .filter(|window| !window.is_empty() && window.clone().all(is_shown))
        .collect()
}

/// The only window that matches.
fn once(
    windows: &[Range<usize>],
    matches: impl Fn(Range<usize>) -> Option<Shift>,
) -> Result<Option<AnchorMatch>, NoAnchor> {
    let mut found: Vec<AnchorMatch> = windows
        .iter()
        .filter_map(|window| {
            let shift = matches(window.clone())?;
            Some(AnchorMatch {
                lines: window.clone(),
                shift,
            })
        })
        .collect();
    match found.len() {
        0 | 1 => Ok(found.pop()),
        _ => Err(NoAnchor::Ambiguous {
            at: found.iter().map(|found| found.lines.start).collect(),
        }),
    }
}

fn is_equal(search: &[&str], lines: &[&str], reading: Reading) -> Option<Shift> {
    let all = search.iter().zip(lines).all(|(a, b)| reading(a, b));
    all.then(Shift::none)
}

/// The one shift that makes all lines equal.
fn shift_of(search: &[&str], lines: &[&str]) -> Option<Shift> {
    let mut shift = None;
    for (wanted, line) in search.iter().zip(lines) {
        if wanted.trim().is_empty() && line.trim().is_empty() {
            continue;
        }
        let here = Shift::between(wanted, line.trim_end())?;
        if shift.get_or_insert_with(|| here.clone()) != &here {
            return None;
        }
    }
    shift
}

fn is_plainly_equal(a: &str, b: &str) -> bool {
    plain(a).trim_end() == plain(b).trim_end()
}

/// A text with typographic punctuation as a keyboard has it.
fn plain(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\u{2018}' | '\u{2019}' | '\u{201b}' => plain.push('\''),
            '\u{201c}' | '\u{201d}' | '\u{201f}' => plain.push('"'),
            '\u{2010}'..='\u{2015}' | '\u{2212}' => plain.push('-'),
            '\u{2026}' => plain.push_str("..."),
            '\u{a0}' | '\u{2007}' | '\u{202f}' => plain.push(' '),
            other => plain.push(other),
        }
    }
    plain
}

/// The window that has the most words in common with the search text.
fn closest(search: &[&str], lines: &[&str], windows: &[Range<usize>]) -> Option<Range<usize>> {
    let likeness = |window: &Range<usize>| -> usize {
        let pairs = search.iter().zip(&lines[window.clone()]);
        pairs.map(|(a, b)| common_words(a, b)).sum()
    };
    let best = windows
        .iter()
        .max_by_key(|window| (likeness(window), std::cmp::Reverse(window.start)))?;
    (likeness(best) > 0).then(|| best.clone())
}

fn common_words(a: &str, b: &str) -> usize {
    let words = |text: &'_ str| -> Vec<String> {
        let words = text.split(|c: char| !c.is_alphanumeric() && c != '_');
        words.filter(|word| !word.is_empty()).map(str::to_owned).collect()
    };
    let theirs = words(b);
    words(a).iter().filter(|word| theirs.contains(word)).count()
}

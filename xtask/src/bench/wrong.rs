//! Whether something was kept in a case that is not part of the meant repair.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use unbreak_core::{KeptFix, Report, SafetyClass};

use super::cases::Case;
use super::repair::bare;

/// The change that was kept in a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kept {
    /// Nothing, the intended repair, or a part of it; or the intended repair is not known.
    Right,
    /// Something else, as a safe change.
    WrongAsSafe,
    /// Something else, after a question, or by a program without safety classes.
    WrongOtherwise,
}

/// Judges the files of a case after a repair.
pub(super) fn kept(
    case: &Case,
    project: &Path,
    report: Option<&Report>,
    does_pass: bool,
    is_exact: bool,
) -> Kept {
    if case.expect.is_empty() || (does_pass && is_exact) {
        return Kept::Right;
    }
    let is_changed = |(file, before): (&String, &String)| now(project, file) != *before;
    let is_part = |(file, before): (&String, &String)| {
        let meant = case.expect.get(file).unwrap_or(before);
        is_between(before, meant, &now(project, file))
    };
    match does_pass {
        true if !case.files.iter().any(is_changed) => Kept::Right,
        false if case.files.iter().all(is_part) => Kept::Right,
        _ => class(case, report),
    }
}

fn now(project: &Path, file: &str) -> String {
    fs::read_to_string(project.join(file)).unwrap_or_default()
}

/// Returns whether each line is in a text at least as often as in the rarer, and at most as often as in the more
/// frequent, of the texts before and after the meant repair.
fn is_between(before: &str, meant: &str, now: &str) -> bool {
    let (before, meant, now) = (lines(before), lines(meant), lines(now));
    let every = before.keys().chain(meant.keys()).chain(now.keys());
    let count = |lines: &BTreeMap<String, usize>, line: &String| lines.get(line).copied().unwrap_or(0);
    every.into_iter().all(|line| {
        let (one, other) = (count(&before, line), count(&meant, line));
        (one.min(other)..=one.max(other)).contains(&count(&now, line))
    })
}

/// The number of times that each line occurs in a text, without white space and comments.
fn lines(text: &str) -> BTreeMap<String, usize> {
    let mut lines = BTreeMap::new();
    for line in text.lines().map(bare).filter(|line| !line.is_empty()) {
        *lines.entry(line).or_default() += 1;
    }
    lines
}

/// The class of the fix that wrote something else than the meant repair. Where no single fix did, all did.
fn class(case: &Case, report: Option<&Report>) -> Kept {
    let Some(report) = report else {
        return Kept::WrongOtherwise;
    };
    let is_safe = |kept: &&KeptFix| kept.safety == SafetyClass::Safe;
    let strange: Vec<&KeptFix> = report
        .fixed
        .iter()
        .filter(|kept| writes_something_else(case, kept))
        .collect();
    let is_wrong_as_safe = match strange.is_empty() {
        true => report.fixed.iter().all(|kept| is_safe(&kept)),
        false => strange.iter().any(is_safe),
    };
    match is_wrong_as_safe {
        true => Kept::WrongAsSafe,
        false => Kept::WrongOtherwise,
    }
}

/// Returns whether a fix adds a line that the meant repair has nowhere.
fn writes_something_else(case: &Case, kept: &KeptFix) -> bool {
    let meant: Vec<String> = case
        .expect
        .values()
        .flat_map(|text| text.lines().map(bare))
        .collect();
    let added = kept.diff.lines().filter(|line| !line.starts_with("+++"));
    let added = added.filter_map(|line| line.strip_prefix('+'));
    added
        .map(bare)
        .any(|line| !line.is_empty() && !meant.contains(&line))
}

//! Texts with the markers of an unfinished merge.

/// One of the two versions between the markers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The version of the branch that was merged into.
    First,
    /// The version of the branch that was merged.
    Second,
}

/// A place where two versions differ, with the text before it.
#[derive(Debug, Default)]
struct Merge<'t> {
    common: Vec<&'t str>,
    first: Vec<&'t str>,
    base: Vec<&'t str>,
    second: Vec<&'t str>,
}

/// The text with one side of each merge; `None` without whole sets of markers.
pub fn resolved(text: &str, side: Side) -> Option<String> {
    let (merges, rest) = merges(text)?;
    let lines = merges.iter().flat_map(|merge| {
        let side = match side {
            Side::First => &merge.first,
            Side::Second => &merge.second,
        };
        merge.common.iter().chain(side)
    });
    Some(lines.chain(&rest).copied().collect())
}

/// The text with both sides of each merge, the first one before the second; `None` without whole sets of markers, or
/// where the sides say something about the same: they replace lines, or have a definition, key or line in common.
pub fn united(text: &str) -> Option<String> {
    let (merges, rest) = merges(text)?;
    if !merges.iter().all(Merge::is_of_two_things) {
        return None;
    }
    let lines = merges
        .iter()
        .flat_map(|merge| merge.common.iter().chain(&merge.first).chain(&merge.second));
    Some(lines.chain(&rest).copied().collect())
}

impl Merge<'_> {
    fn is_of_two_things(&self) -> bool {
        let (first, second) = (subjects(&self.first), subjects(&self.second));
        self.base.is_empty()
            && !first.is_empty()
            && !second.is_empty()
            && !first.iter().any(|one| second.contains(one))
    }
}

/// What lines are about: the beginning of each that is not indented further than the others, up to its value.
fn subjects<'t>(lines: &[&'t str]) -> Vec<&'t str> {
    let is_filled = |line: &&&str| !line.trim().is_empty();
    let depth = |line: &str| line.len() - line.trim_start().len();
    let filled = lines.iter().filter(is_filled);
    let least = filled.clone().map(|line| depth(line)).min().unwrap_or_default();
    let outer = filled.filter(|line| depth(line) == least);
    let is_closing = |subject: &&str| subject.chars().all(|c| !c.is_alphanumeric());
    outer
        .map(|line| subject(line.trim()))
        .filter(|subject| !is_closing(subject))
        .collect()
}

fn subject(line: &str) -> &str {
    // Two of these are two; of other statements the first one decides.
    const BEGINNINGS: [&str; 7] = ["#include", "export", "from", "import", "mod", "pub", "use"];
    const STATEMENTS: [&str; 8] = [
        "assert", "break", "continue", "if", "raise", "return", "throw", "yield",
    ];
    let first = line.split_whitespace().next().unwrap_or_default();
    match line.split_once(['=', '(', ':', '{']) {
        _ if STATEMENTS.contains(&first) => first,
        _ if BEGINNINGS.contains(&first) => line,
        Some((before, _)) => before.trim(),
        None => first,
    }
}

/// The merges of a text, and the lines after the last; `None` if there is none, or one is not whole.
fn merges(text: &str) -> Option<(Vec<Merge<'_>>, Vec<&str>)> {
    // The part of a merge that a line is in.
    #[derive(Clone, Copy)]
    enum Part {
        Common,
        First,
        Base,
        Second,
    }
    let mut part = Part::Common;
    let mut done = Vec::new();
    let mut merge = Merge::default();
    for line in text.split_inclusive('\n') {
        let bare = line.trim_end();
        let is_mark =
            |mark: &str| bare == mark || bare.strip_prefix(mark).is_some_and(|rest| rest.starts_with(' '));
        part = match part {
            Part::Common if is_mark("<<<<<<<") => Part::First,
            Part::First if is_mark("|||||||") => Part::Base,
            Part::First | Part::Base if is_mark("=======") => Part::Second,
            Part::Second if is_mark(">>>>>>>") => {
                done.push(std::mem::take(&mut merge));
                Part::Common
            }
            part => {
                match part {
                    Part::Common => merge.common.push(line),
                    Part::First => merge.first.push(line),
                    Part::Base => merge.base.push(line),
                    Part::Second => merge.second.push(line),
                }
                part
            }
        };
    }
    (!done.is_empty() && matches!(part, Part::Common)).then_some((done, merge.common))
}

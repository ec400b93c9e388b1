//! Asks git what the lost file was, and which file resembles it.

use std::collections::BTreeMap;

use unbreak_core::{FixContext, RelPath};

use crate::history_fix::git::{Answers, Git};
use crate::weights::moved;

/// The answer of the history.
pub(super) enum Answer {
    /// The lost file is this one now.
    To(RelPath),
    /// The lost file is known, and none of the candidates is like it.
    Nowhere,
    /// There is no history, or the file is not in it.
    Unknown,
}

/// The candidate that has the text of the lost file.
pub(super) async fn moved(context: &FixContext<'_>, paths: &[RelPath], candidates: &[RelPath]) -> Answer {
    let answers = Answers::default();
    let Some(git) = Git::of(context, &answers).filter(|_| !candidates.is_empty()) else {
        return Answer::Unknown;
    };
    for path in paths {
        // An empty file resembles any other.
        let text = git.last_text(path.as_str()).await.unwrap_or_default();
        if text.trim().is_empty() {
            continue;
        }
        let likeness = |file: &RelPath| {
            let own = context.workspace.read_text(file).unwrap_or_default();
            (likeness(&text, &own), file.clone())
        };
        let mut ranked: Vec<(f64, RelPath)> = candidates.iter().map(likeness).collect();
        ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
        let next = ranked.get(1).map_or(0.0, |(score, _)| *score);
        return match ranked.into_iter().next() {
            Some((score, file)) if score >= moved::alike() && score - next >= moved::ahead() => {
                Answer::To(file)
            }
            _ => Answer::Nowhere,
        };
    }
    Answer::Unknown
}

/// The share of the lines of two texts that both have.
fn likeness(one: &str, other: &str) -> f64 {
    let counted = |text: &str| {
        let mut lines: BTreeMap<String, usize> = BTreeMap::new();
        for line in text.lines().map(str::trim).filter(|line| !line.is_empty()) {
            *lines.entry(line.to_owned()).or_default() += 1;
        }
        lines
    };
    let (one, other) = (counted(one), counted(other));
    let total = |lines: &BTreeMap<String, usize>| lines.values().sum::<usize>();
    let common: usize = one
        .iter()
        .map(|(line, count)| other.get(line).map_or(0, |own| *own.min(count)))
        .sum();
    let all = total(&one).max(total(&other)).max(1);
    f64::from(u32::try_from(common).unwrap_or(u32::MAX)) / f64::from(u32::try_from(all).unwrap_or(u32::MAX))
}

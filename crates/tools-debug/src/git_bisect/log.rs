//! The log of a search, in git's own format: `git bisect replay` understands it, and so do we.

use std::fmt::Write as _;

use super::frontier::Verdict;
use super::history::{Commit, History};
use super::hunt::Run;

/// The log of these runs. With an uncertain failure the last verdict on a commit counts.
pub(super) fn write(history: &History, runs: &[Run], found: Option<&Commit>) -> String {
    let mut log = String::from("git bisect start\n");
    for run in runs {
        let commit = history
            .find(&run.commit)
            .map_or(&history.good, |at| &history.commits[at]);
        let verdict = name(run.verdict);
        let _ = writeln!(log, "# {verdict}: [{}] {}", commit.id, commit.summary);
        let _ = writeln!(log, "git bisect {verdict} {}", commit.id);
    }
    if let Some(found) = found {
        let _ = writeln!(log, "# first bad commit: [{}] {}", found.id, found.summary);
    }
    log
}

/// The runs that a log tells of, as far as they are about these commits.
pub(super) fn read(history: &History, log: &str) -> Vec<Run> {
    let entries = log
        .lines()
        .filter_map(|line| line.trim().strip_prefix("git bisect "));
    let entries = entries.filter_map(|entry| entry.split_once(' '));
    entries
        .filter_map(|(verdict, commit)| {
            let at = history.find(commit.trim_matches([' ', '\'']))?;
            let all = [Verdict::Good, Verdict::Bad, Verdict::Skip];
            Some(Run {
                commit: history.commits[at].id.clone(),
                verdict: all.into_iter().find(|known| name(*known) == verdict)?,
                exit: None,
                duration_ms: 0,
                other: None,
            })
        })
        .collect()
}

fn name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Good => "good",
        Verdict::Bad => "bad",
        Verdict::Skip => "skip",
    }
}

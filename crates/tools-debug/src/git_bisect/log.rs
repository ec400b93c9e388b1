//! The log of a search, in git's own format: `git bisect replay` understands it, and so do we.

use std::fmt::Write as _;

use super::frontier::Verdict;
use super::history::{Commit, History};
use super::probe::Run;

/// git has no notation for a commit that was seen to be both: then each run is a remark that begins
/// like this, and git reads only the answer.
const REMARK: &str = "# run: ";

/// The log of these runs.
pub(super) fn write(history: &History, runs: &[Run], found: Option<usize>) -> String {
    let mut log = match history.is_first_parent {
        true => String::from("git bisect start '--first-parent'\n"),
        false => String::from("git bisect start\n"),
    };
    let ends = [
        (Verdict::Bad, &history.commits[history.len() - 1]),
        (Verdict::Good, &history.good),
    ];
    for (verdict, commit) in ends {
        write_verdict(&mut log, verdict, commit);
    }
    match is_consistent(history, runs) {
        true => write_runs(&mut log, history, runs),
        false => write_answer(&mut log, history, runs, found),
    }
    if let Some(found) = found.map(|found| &history.commits[found]) {
        let _ = writeln!(log, "# first bad commit: [{}] {}", found.id, found.summary);
    }
    log
}

/// Returns whether no commit was seen to be both good and bad, and no bad one is contained in a good one.
fn is_consistent(history: &History, runs: &[Run]) -> bool {
    let place = |run: &Run| history.find(&run.commit);
    let of = |verdict| runs.iter().filter(move |run: &&Run| run.verdict == verdict);
    let bad: Vec<usize> = of(Verdict::Bad).filter_map(place).collect();
    let fails_on_good = of(Verdict::Bad).any(|run| run.commit == history.good.id);
    let mut good = of(Verdict::Good).filter_map(place);
    !fails_on_good && !good.any(|good| bad.iter().any(|bad| history.contains(good, *bad)))
}

/// git remembers one bad commit, the last one named, so runs without new information are left out.
fn write_runs(log: &mut String, history: &History, runs: &[Run]) {
    let mut bad = history.len() - 1;
    let mut written = vec![bad];
    for run in runs {
        let Some(at) = history.find(&run.commit).filter(|at| !written.contains(at)) else {
            continue;
        };
        if run.verdict == Verdict::Bad {
            if !history.contains(bad, at) {
                continue;
            }
            bad = at;
        }
        write_verdict(log, run.verdict, &history.commits[at]);
        written.push(at);
    }
}

fn write_answer(log: &mut String, history: &History, runs: &[Run], found: Option<usize>) {
    for run in runs {
        let _ = writeln!(log, "{REMARK}{} {}", name(run.verdict), run.commit);
    }
    let Some(found) = found else { return };
    write_verdict(log, Verdict::Bad, &history.commits[found]);
    for parent in history.parents(found) {
        write_verdict(log, Verdict::Good, &history.commits[*parent]);
    }
}

fn write_verdict(log: &mut String, verdict: Verdict, commit: &Commit) {
    let _ = writeln!(log, "# {}: [{}] {}", name(verdict), commit.id, commit.summary);
    let _ = writeln!(log, "{}", entry(verdict, &commit.id));
}

/// The entry about a commit in git's notation.
pub(super) fn entry(verdict: Verdict, commit: &str) -> String {
    format!("git bisect {} {commit}", name(verdict))
}

/// The runs in a log, as far as they are about these commits.
pub(super) fn read(history: &History, log: &str) -> Vec<Run> {
    let lines = |start: &'static str| {
        log.lines()
            .filter_map(move |line| line.trim().strip_prefix(start))
    };
    let remarks: Vec<Run> = lines(REMARK).filter_map(|line| read_run(history, line)).collect();
    match remarks.is_empty() {
        true => lines("git bisect ")
            .filter_map(|line| read_run(history, line))
            .collect(),
        false => remarks,
    }
}

fn read_run(history: &History, line: &str) -> Option<Run> {
    let (verdict, commit) = line.split_once(' ')?;
    let commit = commit.trim_matches([' ', '\'']);
    let is_good_end = !commit.is_empty() && history.good.id.starts_with(commit);
    let commit = match history.find(commit) {
        Some(at) => &history.commits[at],
        None if is_good_end => &history.good,
        None => return None,
    };
    let all = [Verdict::Good, Verdict::Bad, Verdict::Skip];
    Some(Run {
        commit: commit.id.clone(),
        verdict: all.into_iter().find(|known| name(*known) == verdict)?,
        exit: None,
        duration_ms: 0,
        other: None,
    })
}

fn name(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Good => "good",
        Verdict::Bad => "bad",
        Verdict::Skip => "skip",
    }
}

//! Tests commits, several at a time, until the first bad one is found.

use std::time::{Duration, Instant};

use unbreak_core::{Command, ToolContext, ToolError};

use super::bayes::Beliefs;
use super::frontier::{Frontier, Verdict};
use super::history::History;
use super::journal::Journal;
use super::probe::{Run, Seen, execute};
use super::trees::Trees;
use crate::failure::Failure;
use crate::pool::Pool;

/// Where the search stands, and what it works with.
pub(super) struct Hunt<'a> {
    pub(super) history: &'a History,
    pub(super) command: &'a Command,
    pub(super) context: &'a ToolContext<'a>,
    pub(super) trees: &'a Trees,
    pub(super) expected: Option<Failure>,
    pub(super) runs: Vec<Run>,
    pub(super) journal: Journal,
    pub(super) most_runs: usize,
}

/// What is asked of a search.
#[derive(Debug, Clone, Copy)]
pub(super) struct Demand {
    /// The failure is known not to be certain.
    pub(super) is_uncertain: bool,
    /// The answer is tested once more.
    pub(super) confirms: bool,
}

/// What was found.
pub(super) enum Found {
    /// One of these, each as likely as the other: the rest cannot be tested.
    Among(Vec<usize>),
    /// This one, with so much confidence; the command does not always fail.
    Likely(usize, f64),
}

/// How a search ends that takes each verdict at its word.
enum Division {
    /// One of these is the first bad commit.
    Candidates(Vec<usize>),
    /// A commit fails and one that contains it passes, or the other way round.
    Contradiction,
}

/// A commit, or the good one that the search began with, and where and since when it is tested.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Test {
    commit: Option<usize>,
    slot: usize,
    since: Instant,
}

/// The confidence at which a search under uncertainty ends.
const CONFIDENT: f64 = 0.95;

/// A bad commit that passes is tried again so often.
const PATIENCE: usize = 10;

/// A good commit that fails so often, and never passes, is not good.
const DISAPPOINTMENTS: usize = 3;

/// Tests that began together end nearly together, and a choice made with the results of all of them
/// is better than one that comes a moment too early. That moment is this part of their duration...
const MOMENT: u32 = 16;
/// ...and no more than this.
const LONGEST_MOMENT: Duration = Duration::from_millis(250);

impl<'a> Hunt<'a> {
    /// Finds the first bad commit.
    pub(super) async fn search(&mut self, demand: Demand) -> Result<Found, ToolError> {
        let fails_at_once = self.observe_bad().await?;
        if demand.is_uncertain || !fails_at_once {
            return self.weigh().await;
        }
        let Division::Candidates(candidates) = self.divide().await? else {
            return self.weigh().await;
        };
        match candidates[..] {
            [first] if demand.confirms && !self.holds(first).await? => self.weigh().await,
            [first] => {
                if self.history.parents(first).is_empty() {
                    self.check_good().await?;
                }
                Ok(Found::Among(candidates))
            }
            _ => self.give_up(candidates).await,
        }
    }

    /// Runs the command on the bad commit, whose failure is the one that is looked for; whether it
    /// fails at the first attempt. The middle of the history is tested beside it. The good commit is
    /// not: another one that passes says the same, and until one does, it is still to come.
    async fn observe_bad(&mut self) -> Result<bool, ToolError> {
        let bad = self.history.len() - 1;
        let is_known = self.expected.is_some() && self.verdicts(Some(bad)).any(|seen| seen == Verdict::Bad);
        if is_known {
            return Ok(true);
        }
        let middle = self.frontier().and_then(|frontier| frontier.next(&[bad], 1));
        let mut seen = match middle {
            Some(middle) if self.trees.len() > 1 => self.run_both(Some(bad), Some(middle)).await?.0,
            _ => self.run_one(Some(bad)).await?,
        };
        let mut attempt = 1;
        while seen == Verdict::Good && attempt < PATIENCE {
            seen = self.run_one(Some(bad)).await?;
            attempt += 1;
        }
        match seen {
            Verdict::Bad => Ok(attempt == 1),
            _ => Err(ToolError::Other(
                "the bad commit does not fail in the way that is looked for, so there is nothing to find"
                    .to_owned(),
            )),
        }
    }

    /// Halves what is between good and bad, or cuts it into more parts when there are more work trees.
    async fn divide(&mut self) -> Result<Division, ToolError> {
        let Some(mut frontier) = self.frontier() else {
            return Ok(Division::Contradiction);
        };
        let mut pool = Pool::new();
        loop {
            while let Some(slot) = self.trees.free(pool.keys().map(|test: Test| test.slot)) {
                let running: Vec<usize> = pool.keys().filter_map(|test| test.commit).collect();
                let Some(commit) = frontier.next(&running, self.trees.len()) else {
                    break;
                };
                self.context.tell(&format!(
                    "{} commits left; testing {}",
                    frontier.candidates().len(),
                    short(&self.history.commits[commit].id)
                ));
                pool.add(test(Some(commit), slot), self.start(Some(commit), slot));
            }
            let Some(ended) = ended_together(&mut pool).await else {
                return Ok(Division::Candidates(frontier.candidates()));
            };
            let mut contradictions = Vec::new();
            for (test, seen) in ended {
                let verdict = self.note(seen?);
                let Some(commit) = test.commit else { continue };
                match frontier.contradicts(commit, verdict) {
                    true => contradictions.push((commit, verdict)),
                    false => frontier.learn(commit, verdict),
                }
            }
            for (commit, verdict) in contradictions {
                // Its work trees are needed.
                pool = Pool::new();
                if !self.stands(commit, verdict).await? {
                    return Ok(Division::Contradiction);
                }
                // It was broken, mended and broken again; one of the times is what is searched for.
                frontier.learn(commit, Verdict::Skip);
            }
            pool.keep(|test| test.commit.is_none_or(|commit| frontier.matters(commit)));
        }
    }

    /// Whether a verdict is the same again, and so is the one that it contradicts.
    async fn stands(&mut self, commit: usize, verdict: Verdict) -> Result<bool, ToolError> {
        let opposite = self.runs.iter().find_map(|run| {
            let other = self.history.find(&run.commit)?;
            let contradicts = match verdict {
                Verdict::Bad => run.verdict == Verdict::Good && self.history.contains(other, commit),
                Verdict::Good => run.verdict == Verdict::Bad && self.history.contains(commit, other),
                Verdict::Skip => false,
            };
            contradicts.then_some((other, run.verdict))
        });
        let Some((other, expected)) = opposite else {
            return Ok(false);
        };
        let again = self.run_both(Some(commit), Some(other)).await?;
        Ok(again == (verdict, expected))
    }

    /// What the verdicts so far leave open; nothing if they contradict each other.
    fn frontier(&self) -> Option<Frontier<'a>> {
        let mut frontier = Frontier::new(self.history);
        for run in &self.runs {
            let Some(commit) = self.history.find(&run.commit) else {
                continue;
            };
            if frontier.contradicts(commit, run.verdict) {
                return None;
            }
            frontier.learn(commit, run.verdict);
        }
        Some(frontier)
    }

    /// Whether the first bad commit fails again, and the one before it passes again.
    async fn holds(&mut self, first: usize) -> Result<bool, ToolError> {
        let before = self.history.parents(first).first().copied();
        let (first, verdict) = self.run_both(Some(first), before).await?;
        if before.is_none() {
            self.check_good().await?;
        }
        Ok(first == Verdict::Bad && verdict != Verdict::Bad)
    }

    /// Several commits cannot be tested. If none has passed, the good one must.
    async fn give_up(&mut self, candidates: Vec<usize>) -> Result<Found, ToolError> {
        if self.runs.iter().all(|run| run.verdict != Verdict::Good) {
            self.check_good().await?;
        }
        Ok(Found::Among(candidates))
    }

    /// # Errors
    /// When the good commit cannot be tested, or never passes.
    async fn check_good(&mut self) -> Result<(), ToolError> {
        loop {
            let seen: Vec<Verdict> = self.verdicts(None).collect();
            let reason = match &seen[..] {
                seen if seen.contains(&Verdict::Good) => return Ok(()),
                seen if seen.contains(&Verdict::Skip) => "it fails in another way than the bad one",
                seen if seen.len() >= DISAPPOINTMENTS => "it fails in the same way as the bad one",
                _ => {
                    self.run_one(None).await?;
                    continue;
                }
            };
            let message = format!("the good commit does not pass: {reason}");
            return Err(ToolError::Other(message));
        }
    }

    /// Tests what tells most, again and again, until one commit is likely enough.
    async fn weigh(&mut self) -> Result<Found, ToolError> {
        self.check_good().await?;
        let mut beliefs = Beliefs::new(self.history);
        for run in &self.runs {
            note(&mut beliefs, self.history.find(&run.commit), run.verdict);
        }
        let mut pool = Pool::new();
        loop {
            let posterior = beliefs.posterior();
            let (first, likely) = most_likely(&posterior);
            if likely >= CONFIDENT || self.runs.len() >= self.most_runs {
                return Ok(Found::Likely(first, likely));
            }
            self.context.tell(&format!(
                "{} with {:.0} % after {} runs",
                short(&self.history.commits[first].id),
                likely * 100.0,
                self.runs.len()
            ));
            let mut worth = beliefs.next(&posterior).into_iter();
            while let Some(slot) = self.trees.free(pool.keys().map(|test: Test| test.slot)) {
                let Some(commit) = worth.next() else { break };
                pool.add(test(Some(commit), slot), self.start(Some(commit), slot));
            }
            let Some((test, seen)) = pool.next().await else {
                return Ok(Found::Likely(first, likely));
            };
            let verdict = self.note(seen?);
            note(&mut beliefs, test.commit, verdict);
        }
    }

    /// Runs the command on two commits, side by side where there are two work trees.
    async fn run_both(
        &mut self,
        one: Option<usize>,
        other: Option<usize>,
    ) -> Result<(Verdict, Verdict), ToolError> {
        if self.trees.len() < 2 {
            return Ok((self.run_one(one).await?, self.run_one(other).await?));
        }
        self.context.tell(&format!(
            "testing {} and {}",
            short(self.id(one)),
            short(self.id(other))
        ));
        let mut pool = Pool::new();
        pool.add(0, self.start(one, 0));
        pool.add(1, self.start(other, 1));
        let mut ended = Vec::new();
        while let Some(seen) = pool.next().await {
            ended.push(seen);
        }
        // The first is judged first: its failure may be the one looked for.
        ended.sort_by_key(|(which, _)| *which);
        let mut verdicts = Vec::new();
        for (_, seen) in ended {
            verdicts.push(self.note(seen?));
        }
        let verdict = |at: usize| verdicts.get(at).copied().unwrap_or(Verdict::Skip);
        Ok((verdict(0), verdict(1)))
    }

    /// Runs the command on one commit, or on the good one.
    async fn run_one(&mut self, commit: Option<usize>) -> Result<Verdict, ToolError> {
        self.context.tell(&format!("testing {}", short(self.id(commit))));
        let seen = self.start(commit, 0).await?;
        Ok(self.note(seen))
    }

    /// A test that borrows nothing of the search, which goes on meanwhile.
    fn start(
        &self,
        commit: Option<usize>,
        slot: usize,
    ) -> impl Future<Output = Result<Seen, ToolError>> + Send + use<'a> {
        let (id, trees, command, context) = (self.id(commit), self.trees, self.command, self.context);
        execute(id, slot, trees, command, context)
    }

    /// Notes what a run showed. The first failure is the one looked for, if none was named.
    fn note(&mut self, seen: Seen) -> Verdict {
        if self.expected.is_none() {
            self.expected.clone_from(&seen.failure);
        }
        let run = seen.judge(self.expected.as_ref());
        let verdict = run.verdict;
        self.journal.add(&run);
        self.runs.push(run);
        verdict
    }

    /// What the runs of a commit, or of the good one, have said so far.
    fn verdicts(&self, commit: Option<usize>) -> impl Iterator<Item = Verdict> {
        let id = self.id(commit);
        let runs = self.runs.iter().filter(move |run| run.commit == id);
        runs.map(|run| run.verdict)
    }

    fn id(&self, commit: Option<usize>) -> &'a str {
        commit.map_or(&self.history.good.id, |commit| &self.history.commits[commit].id)
    }
}

fn test(commit: Option<usize>, slot: usize) -> Test {
    Test {
        commit,
        slot,
        since: Instant::now(),
    }
}

/// Waits for the next test to end, and for those that end at the same moment.
async fn ended_together<T>(pool: &mut Pool<'_, Test, T>) -> Option<Vec<(Test, T)>> {
    let first = pool.next().await?;
    let began = first.0.since;
    let moment = (began.elapsed() / MOMENT).min(LONGEST_MOMENT);
    let is_companion = |test: Test| test.since.max(began) - test.since.min(began) <= moment;
    let mut ended = vec![first];
    let until = tokio::time::Instant::now() + moment;
    while pool.keys().any(is_companion) {
        match tokio::time::timeout_at(until, pool.next()).await {
            Ok(Some(next)) => ended.push(next),
            Ok(None) | Err(_) => break,
        }
    }
    Some(ended)
}

fn note(beliefs: &mut Beliefs<'_>, commit: Option<usize>, verdict: Verdict) {
    match (verdict, commit) {
        (Verdict::Skip, Some(commit)) => beliefs.skip(commit),
        (Verdict::Skip, None) => {}
        (verdict, commit) => beliefs.learn(commit, verdict == Verdict::Bad),
    }
}

fn most_likely(posterior: &[f64]) -> (usize, f64) {
    let best = posterior.iter().copied().enumerate();
    best.max_by(|a, b| a.1.total_cmp(&b.1)).unwrap_or((0, 0.0))
}

/// The first characters of a commit's id.
pub(super) fn short(id: &str) -> &str {
    id.get(..10).unwrap_or(id)
}

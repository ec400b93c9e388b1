//! Tests commits, several at a time, until the first bad one is found.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::Instant;

use unbreak_core::{Command, ToolContext, ToolError};

use super::bayes::Beliefs;
use super::divide::Division;
use super::frontier::{Frontier, Verdict};
use super::history::{Commit, History};
use super::journal::{FAILURE, Journal, PRIOR};
use super::probe::{Run, Seen, Task, execute};
use super::relevance::{Prior, Reads, Relevance};
use super::trees::Trees;
use crate::failure::Failure;
use crate::pool::Pool;

/// The state of the search, and its means.
pub(super) struct Hunt<'a> {
    pub(super) history: &'a History,
    pub(super) command: &'a Command,
    pub(super) context: &'a ToolContext<'a>,
    pub(super) trees: &'a Trees,
    pub(super) expected: Option<Failure>,
    pub(super) runs: Vec<Run>,
    pub(super) journal: Journal,
    pub(super) most_runs: usize,
    pub(super) relevance: Relevance,
    pub(super) prior: Prior,
    /// Runs that ended before it was known which failure is looked for.
    pub(super) held: Vec<Seen>,
    /// Commits whose verdicts stand, although they contradict others.
    pub(super) set_aside: Vec<usize>,
}

/// The request for a search.
#[derive(Debug, Clone, Copy)]
pub(super) struct Demand {
    /// The failure is known not to be certain.
    pub(super) is_uncertain: bool,
    /// The answer must hold though the failure may not be certain.
    pub(super) confirms: bool,
}

/// The result of a search.
pub(super) enum Found {
    /// One of these, all equally likely: the rest cannot be tested.
    Among(Vec<usize>),
    /// This one, with so much confidence.
    Likely(usize, f64),
}

/// A test under way: the commit, or the good one that the search began with, its work tree and its start.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Test {
    pub(super) commit: Option<usize>,
    pub(super) slot: usize,
    pub(super) since: Instant,
    /// Whether it only repeats a known result, so that nothing depends on it.
    pub(super) is_spare: bool,
}

pub(super) type Tests<'a> = Pool<'a, Test, Result<Seen, ToolError>>;

/// A bad commit that passes is tried again so often.
const PATIENCE: usize = 10;

/// A good commit that fails so often, and never passes, is not good.
const DISAPPOINTMENTS: usize = 3;

/// The probability, before anything contradicts it, that the failure is not certain: midway between
/// the share of tests at Google that are flaky at all (16 %) and that of newly failing ones whose
/// failure comes from a flaky test (84 %; Micco 2017, "The state of continuous integration testing
/// at Google"). A lower value would answer sooner, and too often wrong for intermittent failures.
pub(super) const DOUBT: f64 = 0.5;

impl<'a> Hunt<'a> {
    /// Finds the first bad commit.
    pub(super) async fn search(&mut self, demand: Demand) -> Result<Found, ToolError> {
        let division = match demand.is_uncertain {
            true => Division::Contradiction,
            false => self.divide(demand.confirms).await?,
        };
        let Division::Candidates(candidates) = division else {
            self.observe_bad().await?;
            return self.weigh(1.0).await;
        };
        let [first] = candidates[..] else {
            return self.give_up(candidates).await;
        };
        if self.history.parents(first).is_empty() {
            self.check_good().await?;
        }
        match demand.confirms && self.set_aside.is_empty() {
            true => self.weigh(DOUBT).await,
            false => Ok(Found::Likely(first, self.likelihood(first))),
        }
    }

    /// The likelihood that a commit is the first bad one. Verdicts that were set aside are about
    /// another breakage.
    fn likelihood(&self, first: usize) -> f64 {
        let is_aside = |commit| self.set_aside.contains(&commit);
        let beliefs = self.beliefs_without(DOUBT, is_aside);
        beliefs.posterior().of(first)
    }

    /// A commit right before another one that was seen to pass.
    pub(super) fn last_good(&self, first: usize) -> Option<&'a Commit> {
        let history = self.history;
        let between = history
            .parents(first)
            .iter()
            .map(|parent| &history.commits[*parent]);
        let is_good = |commit: &&Commit| {
            let mut runs = self.runs.iter();
            runs.any(|run| run.commit == commit.id && run.verdict == Verdict::Good)
        };
        between.chain([&history.good]).find(is_good)
    }

    /// Returns whether every run agrees with the others.
    pub(super) fn is_steady(&self) -> bool {
        self.frontier().is_some() && self.verdicts(None).all(|seen| seen != Verdict::Bad)
    }

    /// The commit that is known to be bad, whose failure is the one searched for.
    pub(super) fn end(&self) -> usize {
        self.history.len() - 1
    }

    pub(super) fn is_end_known(&self) -> bool {
        self.expected.is_some() && self.verdicts(Some(self.end())).any(|seen| seen == Verdict::Bad)
    }

    /// Runs the command on the bad commit until it fails.
    async fn observe_bad(&mut self) -> Result<(), ToolError> {
        let end = Some(self.end());
        while !self.is_end_known() {
            let passed = self.verdicts(end).filter(|seen| *seen == Verdict::Good).count();
            if passed >= PATIENCE || self.run_one(end).await? == Verdict::Skip {
                return Err(nothing_to_find());
            }
        }
        for seen in std::mem::take(&mut self.held) {
            self.note(seen);
        }
        Ok(())
    }

    pub(super) fn add(&self, pool: &mut Tests<'a>, commit: Option<usize>, slot: usize, is_spare: bool) {
        let test = Test {
            commit,
            slot,
            since: Instant::now(),
            is_spare,
        };
        pool.add(test, self.start(commit, slot));
    }

    pub(super) fn expect(&mut self, prior: Prior) {
        self.journal.keep(PRIOR, &prior);
        self.prior = prior;
    }

    /// The beliefs after the runs so far; with `doubt` the failure is not certain.
    pub(super) fn beliefs(&self, doubt: f64) -> Beliefs<'_> {
        self.beliefs_without(doubt, |_| false)
    }

    fn beliefs_without(&self, doubt: f64, is_aside: impl Fn(usize) -> bool) -> Beliefs<'_> {
        let mut beliefs = Beliefs::new(self.history, &self.prior, doubt);
        for run in &self.runs {
            let commit = self.history.find(&run.commit);
            match (run.verdict, commit) {
                (_, Some(commit)) if is_aside(commit) => {}
                (Verdict::Skip, Some(commit)) => beliefs.skip(commit),
                (Verdict::Skip, None) => {}
                (verdict, commit) => beliefs.learn(commit, verdict == Verdict::Bad),
            }
        }
        beliefs
    }

    /// The commits that the verdicts so far leave open; `None` if they contradict each other.
    pub(super) fn frontier(&self) -> Option<Frontier<'a>> {
        let mut frontier = Frontier::new(self.history, &self.prior);
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

    /// Several commits cannot be tested. If none has passed, the good one must.
    async fn give_up(&mut self, candidates: Vec<usize>) -> Result<Found, ToolError> {
        if self.runs.iter().all(|run| run.verdict != Verdict::Good) {
            self.check_good().await?;
        }
        Ok(Found::Among(candidates))
    }

    /// # Errors
    /// When the good commit cannot be tested, or never passes.
    pub(super) async fn check_good(&mut self) -> Result<(), ToolError> {
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

    /// Runs the command on two commits, side by side where there are two work trees.
    pub(super) async fn run_both(
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

    /// A test that borrows nothing of the search, which continues meanwhile.
    fn start(
        &self,
        commit: Option<usize>,
        slot: usize,
    ) -> impl Future<Output = Result<Seen, ToolError>> + Send + use<'a> {
        let task = Task {
            id: self.id(commit),
            slot,
            // The files it reads show which commits may have broken it.
            is_watched: commit == Some(self.end()) && self.verdicts(commit).next().is_none(),
        };
        let (trees, command, context) = (self.trees, self.command, self.context);
        execute(task, trees, command, context)
    }

    /// Records the result of a run. The failure of the bad commit is the one searched for, if none was named.
    pub(super) fn note(&mut self, mut seen: Seen) -> Verdict {
        if seen.commit() == self.id(Some(self.end())) {
            self.learn_from_end(&mut seen);
        }
        let run = seen.judge(self.expected.as_ref());
        let verdict = run.verdict;
        self.journal.add(&run);
        self.runs.push(run);
        verdict
    }

    fn learn_from_end(&mut self, seen: &mut Seen) {
        if self.expected.is_none() {
            self.expected.clone_from(&seen.failure);
            if let Some(failure) = &self.expected {
                self.journal.keep(FAILURE, failure);
            }
        }
        let named = seen
            .failure
            .as_ref()
            .map(|failure| named(failure, &self.history.inside));
        if let Some(reads) = seen.reads.take().or(named.flatten()) {
            self.relevance.learn(reads);
        }
    }

    /// The verdicts of a commit, or of the good one, so far.
    pub(super) fn verdicts(&self, commit: Option<usize>) -> impl Iterator<Item = Verdict> {
        let id = self.id(commit);
        let runs = self.runs.iter().filter(move |run| run.commit == id);
        runs.map(|run| run.verdict)
    }

    pub(super) fn id(&self, commit: Option<usize>) -> &'a str {
        commit.map_or(&self.history.good.id, |commit| &self.history.commits[commit].id)
    }
}

/// The files that a failure names.
fn named(failure: &Failure, inside: &Path) -> Option<Reads> {
    let places = failure.errors.iter().flat_map(|error| {
        let frames = error.frames.iter().map(|frame| &frame.location);
        frames.chain([&error.location])
    });
    let files: HashSet<PathBuf> = places
        .filter_map(|place| Some(inside.join(place.file.as_ref()?)))
        .collect();
    (!files.is_empty()).then_some(Reads::AtLeast(files))
}

pub(super) fn nothing_to_find() -> ToolError {
    ToolError::Other(
        "the bad commit does not fail in the way that is looked for, so there is nothing to find".to_owned(),
    )
}

/// The first characters of a commit's id.
pub(super) fn short(id: &str) -> &str {
    id.get(..10).unwrap_or(id)
}

//! Tests commits, several at a time, until the first bad one is found.

use serde::Serialize;
use unbreak_core::{Command, Completed, ExitState, ToolContext, ToolError};

use super::bayes::Beliefs;
use super::frontier::{Frontier, Verdict};
use super::history::History;
use crate::failure::{Failure, SAME, Summary};
use crate::pool::Pool;
use crate::subject;
use crate::work_tree::WorkTree;

/// What one run of the command on a commit showed.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Run {
    pub(super) commit: String,
    pub(super) verdict: Verdict,
    /// How it ended; nothing for what an earlier search had found.
    pub(super) exit: Option<ExitState>,
    pub(super) duration_ms: u64,
    /// How it failed, where that is not the failure that is looked for.
    pub(super) other: Option<Summary>,
}

/// Where the search stands, and what it works with.
pub(super) struct Hunt<'a> {
    pub(super) history: &'a History,
    pub(super) command: Command,
    pub(super) context: &'a ToolContext<'a>,
    pub(super) trees: Vec<WorkTree>,
    pub(super) expected: Option<Failure>,
    pub(super) runs: Vec<Run>,
    pub(super) most_runs: usize,
}

/// What was found.
pub(super) enum Found {
    /// One of these, each as likely as the other: the rest cannot be tested.
    Among(Vec<usize>),
    /// This one, with so much confidence; the command does not always fail.
    Likely(usize, f64),
}

/// The confidence at which a search under uncertainty ends.
const CONFIDENT: f64 = 0.95;

/// A bad commit that passes is tried again so often.
const PATIENCE: usize = 10;

impl<'a> Hunt<'a> {
    /// Finds the first bad commit.
    pub(super) async fn search(&mut self, uncertain: bool) -> Result<Found, ToolError> {
        let is_certain = self.observe_ends().await? && !uncertain;
        if !is_certain {
            return self.weigh().await;
        }
        let candidates = self.divide().await?;
        match candidates[..] {
            [first] if !self.holds(first).await? => self.weigh().await,
            _ => Ok(Found::Among(candidates)),
        }
    }

    /// Runs the command on both ends; whether bad fails at once, and good passes.
    async fn observe_ends(&mut self) -> Result<bool, ToolError> {
        let bad = self.history.len() - 1;
        let (mut seen, good) = self.run_both(Some(bad), None).await?;
        let mut attempt = 1;
        while seen == Verdict::Good && attempt < PATIENCE {
            seen = self.run_one(Some(bad)).await?;
            attempt += 1;
        }
        match (seen, good) {
            (Verdict::Bad, Verdict::Skip) => Err(ToolError::Other(
                "the good commit does not pass: it fails in another way than the bad one".to_owned(),
            )),
            (Verdict::Bad, good) => Ok(good == Verdict::Good && attempt == 1),
            _ => Err(ToolError::Other(
                "the bad commit does not fail in the way that is looked for, so there is nothing to find"
                    .to_owned(),
            )),
        }
    }

    /// Halves what is between good and bad, or cuts it into more parts when there are more work trees.
    async fn divide(&mut self) -> Result<Vec<usize>, ToolError> {
        let mut frontier = Frontier::new(self.history);
        for run in self.runs.clone() {
            if let Some(commit) = self.history.find(&run.commit) {
                frontier.learn(commit, run.verdict);
            }
        }
        let probe = self.probe();
        let mut pool = Pool::new();
        loop {
            while let Some(slot) = probe.free(pool.keys().map(|(_, slot)| slot)) {
                let running: Vec<usize> = pool.keys().map(|(commit, _)| commit).collect();
                let Some(commit) = frontier.next(&running, probe.trees.len()) else {
                    break;
                };
                self.context.tell(&format!(
                    "{} commits left; testing {}",
                    frontier.candidates().len(),
                    short(&self.history.commits[commit].id)
                ));
                pool.add((commit, slot), probe.run(Some(commit), slot));
            }
            let Some(((commit, _), run)) = pool.next().await else {
                return Ok(frontier.candidates());
            };
            let run = run?;
            frontier.learn(commit, run.verdict);
            self.runs.push(run);
            pool.keep(|(commit, _)| frontier.matters(commit));
        }
    }

    /// Whether the first bad commit fails again, and the one before it passes again.
    async fn holds(&mut self, first: usize) -> Result<bool, ToolError> {
        let before = self.history.before(first);
        let (first, before) = self.run_both(Some(first), before).await?;
        Ok(first == Verdict::Bad && before != Verdict::Bad)
    }

    /// Tests what tells most, again and again, until one commit is likely enough.
    async fn weigh(&mut self) -> Result<Found, ToolError> {
        let mut beliefs = Beliefs::new(self.history);
        for run in &self.runs {
            note(&mut beliefs, self.history.find(&run.commit), run.verdict);
        }
        let probe = self.probe();
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
            while let Some(slot) = probe.free(pool.keys().map(|(_, slot)| slot)) {
                let Some(commit) = worth.next() else { break };
                pool.add((commit, slot), probe.run(Some(commit), slot));
            }
            let Some(((commit, _), run)) = pool.next().await else {
                return Ok(Found::Likely(first, likely));
            };
            let run = run?;
            note(&mut beliefs, Some(commit), run.verdict);
            self.runs.push(run);
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
        let (one, other) = (self.id(one), self.id(other));
        self.context
            .tell(&format!("testing {} and {}", short(one), short(other)));
        let probe = self.probe();
        let mut pool = Pool::new();
        pool.add(0, probe.execute(one, 0));
        pool.add(1, probe.execute(other, 1));
        let (mut first, mut second) = (None, None);
        while let Some((which, seen)) = pool.next().await {
            let place = if which == 0 { &mut first } else { &mut second };
            *place = Some(seen?);
        }
        drop(pool);
        // The first is judged first: its failure may be the one looked for.
        let mut verdict = |id, seen: Option<_>| seen.map_or(Verdict::Skip, |seen| self.note(id, seen));
        let first = verdict(one, first);
        Ok((first, verdict(other, second)))
    }

    /// Runs the command on one commit, or on the good one.
    async fn run_one(&mut self, commit: Option<usize>) -> Result<Verdict, ToolError> {
        let id = self.id(commit);
        self.context.tell(&format!("testing {}", short(id)));
        let seen = self.probe().execute(id, 0).await?;
        Ok(self.note(id, seen))
    }

    /// Notes what a run showed. The first failure is the one looked for, if none was named.
    fn note(&mut self, id: &str, (completed, failure): (Completed, Option<Failure>)) -> Verdict {
        if self.expected.is_none() {
            self.expected.clone_from(&failure);
        }
        let run = judge(id, &completed, failure, self.expected.as_ref());
        let verdict = run.verdict;
        self.runs.push(run);
        verdict
    }

    fn id(&self, commit: Option<usize>) -> &'a str {
        commit.map_or(&self.history.good.id, |commit| &self.history.commits[commit].id)
    }

    fn probe(&self) -> Probe<'a> {
        Probe {
            history: self.history,
            command: self.command.clone(),
            context: self.context,
            trees: self.trees.clone(),
            expected: self.expected.clone(),
        }
    }
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

/// Everything that a test of a commit needs.
struct Probe<'a> {
    history: &'a History,
    command: Command,
    context: &'a ToolContext<'a>,
    trees: Vec<WorkTree>,
    expected: Option<Failure>,
}

impl Probe<'_> {
    /// A work tree in which nothing runs.
    fn free(&self, taken: impl Iterator<Item = usize>) -> Option<usize> {
        let taken: Vec<usize> = taken.collect();
        (0..self.trees.len()).find(|slot| !taken.contains(slot))
    }

    async fn run(&self, commit: Option<usize>, slot: usize) -> Result<Run, ToolError> {
        let id = commit.map_or(&self.history.good.id, |commit| &self.history.commits[commit].id);
        let (completed, failure) = self.execute(id, slot).await?;
        Ok(judge(id, &completed, failure, self.expected.as_ref()))
    }

    async fn execute(&self, id: &str, slot: usize) -> Result<(Completed, Option<Failure>), ToolError> {
        let tree = &self.trees[slot];
        tree.check_out(id)?;
        let place = tree.place(&self.history.inside);
        if !place.is_dir() {
            // The directory did not exist yet, so the command cannot run there.
            return Ok((absent(), None));
        }
        let runner = self.context.runner.elsewhere(&place)?;
        let mut completed = subject::run(&*runner, &self.command).await?;
        let (scratch, root) = (
            place.display().to_string(),
            self.context.workspace.root().display().to_string(),
        );
        for output in [&mut completed.stdout, &mut completed.stderr] {
            *output = String::from_utf8_lossy(output)
                .replace(&scratch, &root)
                .into_bytes();
        }
        let failure = Failure::of(&self.command, &completed, self.context.reader()?);
        Ok((completed, failure))
    }
}

/// Exit code 125 says that a commit cannot be tested, as for `git bisect run`.
const UNTESTABLE: ExitState = ExitState::Code(125);

/// What a command would say that cannot run.
fn absent() -> Completed {
    Completed {
        exit: UNTESTABLE,
        stdout: Vec::new(),
        stderr: Vec::new(),
        truncated: false,
        duration: std::time::Duration::ZERO,
    }
}

fn judge(id: &str, completed: &Completed, failure: Option<Failure>, expected: Option<&Failure>) -> Run {
    let is_expected = |failure: &Failure| expected.is_some_and(|wanted| wanted.similarity(failure) >= SAME);
    let verdict = match &failure {
        _ if completed.exit == UNTESTABLE => Verdict::Skip,
        None => Verdict::Good,
        Some(failure) if is_expected(failure) => Verdict::Bad,
        Some(_) => Verdict::Skip,
    };
    Run {
        commit: id.to_owned(),
        verdict,
        exit: Some(completed.exit),
        duration_ms: u64::try_from(completed.duration.as_millis()).unwrap_or(u64::MAX),
        other: failure
            .filter(|_| verdict == Verdict::Skip)
            .map(|failure| failure.summary()),
    }
}

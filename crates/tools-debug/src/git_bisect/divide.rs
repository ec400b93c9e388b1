//! The search for a first bad commit that takes each verdict at its word.

use std::time::Duration;

use unbreak_core::ToolError;

use super::frontier::{Frontier, Verdict};
use super::hunt::{DOUBT, Hunt, Test, Tests, nothing_to_find, short};
use crate::pool::Pool;

/// The end of a search that trusts each verdict.
pub(super) enum Division {
    /// One of these is the first bad commit.
    Candidates(Vec<usize>),
    /// A commit fails and one that contains it passes, or the other way round.
    Contradiction,
}

/// Tests that began together end nearly together, and a choice made with the results of all of them
/// is better than one made a moment too early. That moment is this part of their duration...
const MOMENT: u32 = 16;
/// ...and no more than this.
const LONGEST_MOMENT: Duration = Duration::from_millis(250);

/// Two contradicting verdicts stand when they are repeated this many times. An intermittent failure
/// repeats such a pair in 1 of 4 tries at most, and so all of them in 1 of 64.
const REPEATS: usize = 3;

impl<'a> Hunt<'a> {
    /// Halves the range between good and bad, or cuts it into more parts when there are more work
    /// trees. The bad commit is tested beside the first others. The good one is not: another one
    /// that passes proves the same, and where none does, it is tested later.
    pub(super) async fn divide(&mut self, confirms: bool) -> Result<Division, ToolError> {
        let Some(mut frontier) = self.frontier() else {
            return Ok(Division::Contradiction);
        };
        let mut pool = Pool::new();
        if !self.is_end_known() {
            self.add(&mut pool, Some(self.end()), 0, false);
        }
        loop {
            self.fill(&mut pool, &frontier, confirms);
            if pool.keys().all(|test| test.is_spare) {
                return Ok(Division::Candidates(frontier.candidates()));
            }
            let Some(ended) = ended_together(&mut pool).await else {
                return Ok(Division::Candidates(frontier.candidates()));
            };
            for (_, seen) in ended {
                self.held.push(seen?);
            }
            let mut contradictions = Vec::new();
            for (commit, verdict) in self.judge_held()? {
                match frontier.contradicts(commit, verdict) {
                    true => contradictions.push((commit, verdict)),
                    false => frontier.learn(commit, verdict),
                }
            }
            for (commit, verdict) in contradictions {
                // Its work trees are needed.
                pool = Pool::new();
                if !self.is_end_known() || !self.stands(commit, verdict).await? {
                    return Ok(Division::Contradiction);
                }
                // It was broken, fixed and broken again; one of these breakages is searched for.
                frontier.learn(commit, Verdict::Skip);
                self.set_aside.push(commit);
            }
            if let Some(prior) = self.relevance.take(self.history) {
                frontier.expect(&prior);
                self.expect(prior);
            }
            let still_matters =
                |commit| commit == self.end() && !self.is_end_known() || frontier.matters(commit);
            pool.keep(|test| !test.is_spare && test.commit.is_none_or(still_matters));
        }
    }

    /// Gives each work tree a task: a commit that divides the remaining range, or else a repetition
    /// that is useful.
    fn fill(&self, pool: &mut Tests<'a>, frontier: &Frontier<'a>, confirms: bool) {
        while let Some(slot) = self.trees.free(pool.keys().map(|test| test.slot)) {
            let mut taken: Vec<usize> = pool.keys().filter_map(|test| test.commit).collect();
            taken.extend(
                self.held
                    .iter()
                    .filter_map(|seen| self.history.find(seen.commit())),
            );
            let next = frontier.next(&taken, self.trees.len());
            let is_spare = next.is_none();
            let spare = || match confirms && !taken.is_empty() {
                true => self.doubtful(&taken),
                false => None,
            };
            let Some(commit) = next.or_else(spare) else { break };
            self.context.tell(&format!(
                "{} commits left; testing {}",
                frontier.candidates().len(),
                short(&self.history.commits[commit].id)
            ));
            self.add(pool, Some(commit), slot, is_spare);
        }
    }

    /// The commit whose run would tell most, were the failure not certain.
    fn doubtful(&self, taken: &[usize]) -> Option<usize> {
        let beliefs = self.beliefs(DOUBT);
        beliefs.next(&beliefs.posterior(), taken)
    }

    /// The verdicts of the runs that were held back, once it is known which failure is looked for;
    /// a passing run does not depend on it.
    ///
    /// # Errors
    /// When the bad commit does not fail in the way that is looked for.
    fn judge_held(&mut self) -> Result<Vec<(usize, Verdict)>, ToolError> {
        let end = self.id(Some(self.end()));
        let mut held = std::mem::take(&mut self.held);
        held.sort_by_key(|seen| seen.commit() != end);
        let mut judged = Vec::new();
        for seen in held {
            let commit = self.history.find(seen.commit());
            let is_end = commit == Some(self.end());
            if !seen.passed() && !is_end && self.expected.is_none() {
                self.held.push(seen);
                continue;
            }
            let verdict = self.note(seen);
            if is_end && verdict == Verdict::Skip {
                return Err(nothing_to_find());
            }
            judged.extend(commit.map(|commit| (commit, verdict)));
        }
        Ok(judged)
    }

    /// Returns whether a verdict is repeated consistently, and so is the one that it contradicts.
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
        // The same commit has done both.
        if self
            .verdicts(Some(commit))
            .any(|seen| seen != verdict && seen != Verdict::Skip)
        {
            return Ok(false);
        }
        let Some((other, expected)) = opposite else {
            return Ok(false);
        };
        for _ in 0..REPEATS {
            let again = self.run_both(Some(commit), Some(other)).await?;
            if again != (verdict, expected) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Waits for the next test to end, and for those that end at the same moment.
pub(super) async fn ended_together<T>(pool: &mut Pool<'_, Test, T>) -> Option<Vec<(Test, T)>> {
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

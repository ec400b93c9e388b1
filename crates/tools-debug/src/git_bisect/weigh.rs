//! The search for a first bad commit when the failure is, or may be, not certain.

use unbreak_core::ToolError;

use super::frontier::Verdict;
use super::hunt::{Found, Hunt, Tests, short};
use crate::pool::Pool;

/// The confidence at which a search ends.
const CONFIDENT: f64 = 0.95;

impl<'a> Hunt<'a> {
    /// Tests what tells most, again and again, until one commit is likely enough. `doubt` says how
    /// likely it is, before any run, that the failure is not certain. Where every run agrees with the
    /// others, it mostly ends before it has begun.
    pub(super) async fn weigh(&mut self, doubt: f64) -> Result<Found, ToolError> {
        let mut pool: Tests<'a> = Pool::new();
        loop {
            let is_chancy = doubt >= 1.0 || !self.is_steady();
            if is_chancy && self.verdicts(None).all(|seen| seen != Verdict::Good) {
                // Its work trees are needed.
                pool = Pool::new();
                self.check_good().await?;
            }
            if let Some(prior) = self.relevance.take(self.history) {
                self.expect(prior);
            }
            let beliefs = self.beliefs(doubt);
            let posterior = beliefs.posterior();
            let (first, likely) = posterior.best();
            if likely >= CONFIDENT || self.runs.len() >= self.most_runs {
                return Ok(match is_chancy {
                    true => Found::Likely(first, likely),
                    false => Found::Among(vec![first]),
                });
            }
            self.context.tell(&format!(
                "{} with {:.0} % after {} runs",
                short(&self.history.commits[first].id),
                likely * 100.0,
                self.runs.len()
            ));
            let worth = beliefs.next(&posterior);
            while let Some(slot) = self.trees.free(pool.keys().map(|test| test.slot)) {
                let running = |commit| pool.keys().any(|test| test.commit == Some(commit));
                let next = worth.iter().copied().find(|commit| !running(*commit));
                let Some(commit) = next else { break };
                self.add(&mut pool, Some(commit), slot, false);
            }
            let Some((_, seen)) = pool.next().await else {
                return Ok(Found::Likely(first, likely));
            };
            self.note(seen?);
        }
    }
}

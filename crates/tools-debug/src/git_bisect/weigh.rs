//! The search for a first bad commit when the failure is, or may be, not certain.

use std::time::Duration;

use unbreak_core::ToolError;

use super::divide::ended_together;
use super::frontier::Verdict;
use super::hunt::{Found, Hunt, Tests, short};
use crate::pool::Pool;

/// The confidence at which a search ends whose runs all agree.
const CONFIDENT: f64 = 0.95;

/// The same where a run is too short to be noticed. Mostly one more round of runs
/// is made for it, and of the failures that come and go and look certain to the end a sixth is left.
const CONFIDENT_AT_LEISURE: f64 = 0.99;

/// People perceive a response within a tenth of a second as immediate (Miller 1968, "Response time
/// in man-computer conversational transactions"; Nielsen 1993, "Usability Engineering").
const UNNOTICED: Duration = Duration::from_millis(100);

/// The confidence at which a search for an intermittent failure ends. It is higher because one in
/// 20 such failures looks certain to the end and is then misjudged; still, 95 of 100 such searches
/// should be right.
const CERTAIN_ENOUGH: f64 = 0.97;

impl<'a> Hunt<'a> {
    /// Repeats the most informative test until one commit is likely enough. `doubt` is the
    /// probability, before any run, that the failure is not certain. Where every run agrees with
    /// the others, it mostly ends before it has begun.
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
            let posterior = self.beliefs(doubt).posterior();
            let (first, likely) = posterior.best();
            let enough = match is_chancy {
                true => CERTAIN_ENOUGH,
                false if self.is_quick() => CONFIDENT_AT_LEISURE,
                false => CONFIDENT,
            };
            if likely >= enough || self.runs.len() >= self.most_runs {
                return Ok(Found::Likely(first, likely));
            }
            self.context.tell(&format!(
                "{} with {:.0} % after {} runs",
                short(&self.history.commits[first].id),
                likely * 100.0,
                self.runs.len()
            ));
            while let Some(slot) = self.trees.free(pool.keys().map(|test| test.slot)) {
                let running: Vec<usize> = pool.keys().filter_map(|test| test.commit).collect();
                let next = self.beliefs(doubt).next(&posterior, &running);
                let Some(commit) = next else { break };
                self.add(&mut pool, Some(commit), slot, false);
            }
            let Some(ended) = ended_together(&mut pool).await else {
                return Ok(Found::Likely(first, likely));
            };
            for (_, seen) in ended {
                self.note(seen?);
            }
        }
    }

    /// Returns whether one more run is too short to be noticed.
    fn is_quick(&self) -> bool {
        let made = self.runs.iter().filter(|run| run.exit.is_some());
        let mut durations: Vec<u64> = made
            .filter(|run| run.verdict != Verdict::Skip)
            .map(|run| run.duration_ms)
            .collect();
        durations.sort_unstable();
        let median = durations.get(durations.len() / 2);
        median.is_some_and(|median| u128::from(*median) <= UNNOTICED.as_millis())
    }
}

//! The runs as they are, nothing pinned: how often each test fails, and when it is enough.

use std::collections::BTreeMap;

use unbreak_core::ToolError;

use super::lab::Lab;
use super::outcome::{Count, Run, WHOLE, counts};
use super::sequential::Sequential;
use super::setting::Setting;
use crate::join;

/// When it has been run often enough.
pub(super) enum Plan {
    Runs(u32),
    UntilClear,
}

impl Plan {
    /// Runs the command until the result is clear, several runs at a time.
    ///
    /// # Errors
    /// When it could not be started, or the operator interrupted it.
    pub(super) async fn carry_out(&self, lab: &Lab<'_>, jobs: u32) -> Result<Vec<Run>, ToolError> {
        let mut runs: Vec<Run> = Vec::new();
        while let Some(batch) = self.next(&runs, jobs) {
            lab.tell(&format!("run {}: {}", runs.len() + 1, lab.command()));
            let batch = (0..batch).map(|_| lab.run(&Setting::FREE));
            for run in join::all(batch).await {
                runs.push(run?);
            }
        }
        Ok(runs)
    }

    /// The number of next runs; `None` when the result is clear.
    fn next(&self, runs: &[Run], jobs: u32) -> Option<u32> {
        let done = u32::try_from(runs.len()).unwrap_or(u32::MAX);
        let left = match self {
            Self::Runs(wanted) => wanted.saturating_sub(done),
            Self::UntilClear => left(runs),
        };
        (left > 0).then(|| left.min(jobs))
    }
}

/// The least number of further runs until every test is clear, and the command.
fn left(runs: &[Run]) -> u32 {
    let mut counts: BTreeMap<String, Count> = counts(runs);
    let whole = runs.iter().filter(|run| !run.passed).count();
    let failures = u32::try_from(whole).unwrap_or(u32::MAX);
    let passes = u32::try_from(runs.len()).unwrap_or(u32::MAX) - failures;
    counts.insert(WHOLE.to_owned(), Count { passes, failures });
    let left = counts
        .values()
        .map(|count| Sequential::left(count.failures, count.runs()));
    left.max().unwrap_or(1)
}

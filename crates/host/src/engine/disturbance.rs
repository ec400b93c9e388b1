//! Handles changes to the files of a run by others during it: an editor, `git stash`, another tool.
//!
//! A change that cannot be verified, or put back, is not a failure of the run. The run ends early with the
//! fixes verified so far, and gives the reason.

use unbreak_core::policy::verdict::Observation;
use unbreak_core::{ExitState, Outcome};

use super::Rounds;
use crate::error::AgentError;

impl Rounds<'_, '_, '_> {
    /// Rolls back everything that is not kept for good, and ends with the result of the command on the
    /// remaining tree.
    ///
    /// # Errors
    /// If a file cannot be put back, or the command cannot be started.
    pub(super) async fn give_way(
        &mut self,
        error: &AgentError,
        first: Observation,
    ) -> Result<(Outcome, Observation), AgentError> {
        if let Some(doubt) = self.doubt.take() {
            self.kept.truncate(doubt.fixed_before);
        }
        if self.setting.options.dry_run {
            self.kept.clear();
        }
        self.steps.clear();
        self.run.take_back_open()?;
        self.report.warnings.push(format!(
            "the run ended early because another program changed its files: {error}"
        ));
        let mut last = first;
        if self.may_verify() {
            let seen = self.oracle.ask(&mut self.narrator).await?;
            if seen.exit != ExitState::Cancelled {
                last = seen;
            }
        }
        let outcome = match (last.passes(), self.kept.is_empty()) {
            (true, true) => Outcome::PassesUnchanged,
            (true, false) => Outcome::Fixed,
            (false, _) if self.setting.cancel.is_cancelled() => Outcome::Interrupted,
            (false, _) => Outcome::NoFix,
        };
        Ok((outcome, last))
    }
}

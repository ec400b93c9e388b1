//! The fix: what broke it taken back, through the engine and its guards.

use unbreak_core::session::Input;
use unbreak_core::{Fix, Outcome};

use super::super::repair::{proposal_of, registry_of};
use super::super::{Advance, Debugger};
use crate::agent::{Observer, RunOptions};
use crate::error::AgentError;

impl Debugger<'_> {
    pub(in crate::debug) async fn propose_fix(
        &mut self,
        options: &RunOptions,
        observer: &mut dyn Observer,
    ) -> Result<Advance, AgentError> {
        let isolation = self.saved.evidence.isolation.as_ref();
        let found =
            isolation.and_then(|isolation| serde_json::from_value::<Fix>(isolation["fix"].clone()).ok());
        match found {
            Some(fix) if self.saved.session.record().proposal.is_none() => {
                self.propose(fix, false, false, options, observer).await?;
                match self
                    .saved
                    .session
                    .record()
                    .proposal
                    .as_ref()
                    .and_then(|one| one.verified)
                {
                    None if self.saved.session.record().state == unbreak_core::session::State::ProposeFix => {
                        Ok(Advance::Waits(
                            self.saved.evidence.verification.clone().unwrap_or_default(),
                        ))
                    }
                    _ => Ok(Advance::Moved),
                }
            }
            _ => Ok(Advance::Waits(self.why_no_fix())),
        }
    }

    fn why_no_fix(&self) -> String {
        let obstacles = self
            .saved
            .evidence
            .isolation
            .as_ref()
            .map(|isolation| &isolation["obstacles"]);
        let obstacles: Vec<&str> = obstacles
            .and_then(|obstacles| obstacles.as_array())
            .into_iter()
            .flatten()
            .filter_map(|obstacle| obstacle.as_str())
            .collect();
        match obstacles.is_empty() {
            true => "no fix follows from the experiments".to_owned(),
            false => format!("what broke it cannot be taken back: {}", obstacles.join("; ")),
        }
    }

    /// Proposes a fix to the machine, and if it is surgical verifies it: applied by the engine under
    /// its guards, kept only when the command passes (and not at all in a dry run).
    ///
    /// # Errors
    /// The machine's refusal; or when the fix does not fit the tree, or cannot be tried.
    pub async fn propose(
        &mut self,
        fix: Fix,
        shotgun: bool,
        elevated: bool,
        options: &RunOptions,
        observer: &mut dyn Observer,
    ) -> Result<(), AgentError> {
        let agent = self.around.agent;
        let proposal = proposal_of(&fix, agent.tree())?;
        self.tell(Input::Proposed {
            proposal,
            shotgun,
            elevated,
        })?;
        let record = self.saved.session.record();
        let confidence = record
            .proposal
            .as_ref()
            .map_or(0.0, |proposal| proposal.confidence);
        self.keep(|evidence| evidence.fix = Some(fix.clone()))?;
        if self.saved.session.record().state != unbreak_core::session::State::ProposeFix {
            return self.keep(|evidence| {
                evidence.verification = Some("it is architectural, so it goes back to planning".to_owned());
            });
        }
        let registry = registry_of(fix, confidence)?;
        let mut options = options.clone();
        options.max_iterations = 1;
        options.timeout = self
            .saved
            .setup
            .timeout_seconds
            .map(std::time::Duration::from_secs_f64);
        let command = self.command().clone();
        let cancel = self.around.cancel;
        let report = agent
            .run_with(&registry, &command, &options, observer, cancel)
            .await?;
        let refused = report.refused.first();
        let note = match (&report.outcome, refused) {
            (Outcome::Fixed, _) if report.dry_run => {
                "the command passes with it; it was taken back".to_owned()
            }
            (Outcome::Fixed, _) => "the command passes with it; it is in the tree".to_owned(),
            (_, Some(refused)) => format!("refused by {}: {}", refused.rule, refused.reason),
            _ => "the command fails with it as well".to_owned(),
        };
        self.keep(|evidence| evidence.verification = Some(note.clone()))?;
        let is_tried = report.outcome == Outcome::Fixed || refused.is_none() && report.runs > 1;
        match is_tried {
            true => self.tell(Input::Verified {
                passes: report.outcome == Outcome::Fixed,
                note,
            }),
            // That a guard refuses it says nothing of the hypothesis.
            false => Ok(()),
        }
    }
}

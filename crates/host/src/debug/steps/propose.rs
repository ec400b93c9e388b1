//! Proposes a fix: reverts the part of the culprit, through the engine and its guards.

use unbreak_core::session::{Input, State};
use unbreak_core::{Fix, Outcome, Registry, Report};

use super::super::repair::{proposal_of, registry_of};
use super::super::{Advance, Debugger, SessionError, fix_of_patch, holds_redacted};
use crate::agent::{Observer, RunOptions};
use crate::error::AgentError;
use crate::scratch::TreeCopy;

impl Debugger<'_> {
    pub(in crate::debug) async fn propose_fix(
        &mut self,
        options: &RunOptions,
        observer: &mut dyn Observer,
    ) -> Result<Advance, AgentError> {
        if self.found_fix().is_none() || self.saved.session.record().proposal.is_some() {
            return Ok(Advance::Waits(self.why_no_fix()));
        }
        self.propose_found(options, observer).await?;
        let record = self.saved.session.record();
        let is_tried = record
            .proposal
            .as_ref()
            .is_some_and(|proposal| proposal.verified.is_some());
        match is_tried || record.state != State::ProposeFix {
            true => Ok(Advance::Moved),
            false => Ok(Advance::Waits(
                self.saved.evidence.verification.clone().unwrap_or_default(),
            )),
        }
    }

    /// The fix that the experiments found. A fix that was saved with its secrets removed is not usable: it
    /// would write the redacted text.
    fn found_fix(&self) -> Option<Fix> {
        let isolation = self.saved.evidence.isolation.as_ref()?;
        let fix: Fix = serde_json::from_value(isolation["fix"].clone()).ok()?;
        (!holds_redacted(&fix)).then_some(fix)
    }

    /// Proposes the fix that the experiments found.
    ///
    /// # Errors
    /// If they found nothing that could be proposed; otherwise as for [`propose`](Self::propose).
    pub async fn propose_found(
        &mut self,
        options: &RunOptions,
        observer: &mut dyn Observer,
    ) -> Result<(), AgentError> {
        // The machine's refusal comes first: if no fix is allowed, it matters little that none is known.
        let fix = match self.found_fix() {
            Some(fix) => fix,
            None if self.saved.session.record().state != State::ProposeFix => {
                Fix::new("given", "nothing", 0.0.into())
            }
            None => return Err(SessionError::step(self.why_no_fix()).into()),
        };
        self.propose(fix, false, false, options, observer).await
    }

    /// The fix that a unified diff describes, for the present tree.
    ///
    /// # Errors
    /// If it cannot be read, or does not fit.
    pub fn fix_of(&self, patch: &str, title: &str) -> Result<Fix, AgentError> {
        fix_of_patch(patch, title, self.around.agent.tree()).map_err(|error| SessionError::from(error).into())
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
            true if holds_redacted(&self.saved.evidence.isolation) => {
                "the fix holds a secret, which is not kept: 'unbreak debug auto' finds and tries it in one go"
                    .to_owned()
            }
            true => "no fix follows from the experiments".to_owned(),
            false => format!("what broke it cannot be reverted: {}", obstacles.join("; ")),
        }
    }

    /// Proposes a fix to the machine, and if it is surgical, verifies it: the engine applies it under its
    /// guards, and keeps it only if the command passes (and never in a dry run).
    ///
    /// # Errors
    /// If the machine refuses, or the fix does not fit the tree, or cannot be tried.
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
        if self.saved.session.record().state != State::ProposeFix {
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
        let report = self.try_out(&registry, &options, observer).await?;
        let refused = report.refused.first();
        let note = match (&report.outcome, refused) {
            (Outcome::Fixed, _) if report.dry_run => {
                "the command passes with it; the tree is as it was".to_owned()
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
            // A refusal by the guard says nothing about the hypothesis.
            false => Ok(()),
        }
    }

    /// Runs the engine with the strategies of a registry.
    async fn try_out(
        &self,
        registry: &Registry,
        options: &RunOptions,
        observer: &mut dyn Observer,
    ) -> Result<Report, AgentError> {
        let (agent, command, cancel) = (self.around.agent, self.command()?, self.around.cancel);
        let copy = options.dry_run.then(|| TreeCopy::of(agent.tree()));
        // A copy may not have everything that the command needs, or not be possible: the tree itself decides.
        if let Some(Ok(copy)) = copy {
            let report = agent.run_in(&copy.tree, registry, command, options, observer, cancel);
            if let Ok(report) = report.await
                && report.outcome == Outcome::Fixed
            {
                return Ok(report);
            }
        }
        agent
            .run_in(agent.tree(), registry, command, options, observer, cancel)
            .await
    }
}

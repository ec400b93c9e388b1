//! The steps that a session can make by itself.

use unbreak_core::session::{Input, Standing, State};

use super::Debugger;
use crate::agent::{Observer, RunOptions};
use crate::error::AgentError;

/// The result of such a step.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Advance {
    /// The session knows more than before, or is in another state.
    Moved,
    /// It cannot continue by itself, for this reason.
    Waits(String),
}

impl Debugger<'_> {
    /// Does the work of the present state, as far as that needs no ideas of a caller: makes experiments,
    /// states hypotheses from evidence, verifies a fix that was found through the engine.
    ///
    /// `options` are for that verification: a dry run leaves the tree unchanged.
    ///
    /// # Errors
    /// If a tool fails, the machine refuses, or the session cannot be saved.
    pub async fn advance(
        &mut self,
        options: &RunOptions,
        observer: &mut dyn Observer,
    ) -> Result<Advance, AgentError> {
        let record = self.saved.session.record();
        match &record.standing {
            Standing::Paused { question } => return Ok(Advance::Waits(question.clone())),
            Standing::Stuck { reason } => return Ok(Advance::Waits(reason.clone())),
            Standing::Closed => return Ok(Advance::Waits("the session is closed".to_owned())),
            Standing::Open => {}
        }
        let state = record.state;
        self.say(&format!("debug: {}", state.name()));
        match state {
            State::Reproduce => self.reproduce().await,
            State::Bisect => self.bisect().await,
            State::Hypothesise => self.hypothesise().await,
            State::Probe => self.probe().await,
            State::Localise => self.localise().await,
            State::ProposeFix => self.propose_fix(options, observer).await,
            State::Postmortem => self.finish().await,
        }
    }

    /// Goes on until the session is closed or needs a person, and writes the postmortem at the end. A session
    /// that waits for an answer stays open.
    ///
    /// # Errors
    /// As for [`advance`](Self::advance).
    pub async fn auto(
        &mut self,
        options: &RunOptions,
        observer: &mut dyn Observer,
    ) -> Result<(), AgentError> {
        // Each step uses up something finite; the limit is for the unexpected.
        const STEPS: usize = 100;
        for _ in 0..STEPS {
            if let Advance::Waits(reason) = self.advance(options, observer).await? {
                return self.rest(&reason).await;
            }
        }
        Ok(())
    }

    /// Finishes a session that cannot continue.
    async fn rest(&mut self, reason: &str) -> Result<(), AgentError> {
        match &self.saved.session.record().standing {
            Standing::Closed | Standing::Paused { .. } => return Ok(()),
            Standing::Stuck { .. } | Standing::Open => {}
        }
        if let Some(question) = self.environment_question() {
            return self.tell(Input::Asked { question });
        }
        self.write_postmortem(Some(reason)).await?;
        self.tell(Input::Closed)
    }
}

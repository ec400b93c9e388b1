//! Writes postmortems.

use unbreak_core::session::{FixClass, Input, Postmortem, Resolution, State};

use super::super::{Advance, Debugger};
use crate::error::AgentError;

impl Debugger<'_> {
    /// Writes the postmortem, if there is none yet, and closes the session.
    pub(in crate::debug) async fn finish(&mut self) -> Result<Advance, AgentError> {
        if self.saved.session.record().postmortem.is_none() {
            self.write_postmortem(None).await?;
        }
        self.tell(Input::Closed)?;
        Ok(Advance::Moved)
    }

    /// Records the findings, and gives them to the memory, if there is one. `reason` says why the session
    /// went no further.
    ///
    /// # Errors
    /// If the machine refuses, or the session cannot be saved.
    pub async fn write_postmortem(&mut self, reason: Option<&str>) -> Result<(), AgentError> {
        let postmortem = self.draft(reason);
        self.conclude(postmortem).await
    }

    /// The same with a postmortem that the caller has written.
    ///
    /// # Errors
    /// As for [`write_postmortem`](Self::write_postmortem).
    pub async fn conclude(&mut self, postmortem: Postmortem) -> Result<(), AgentError> {
        self.tell(Input::Postmortem(Box::new(postmortem)))?;
        let written = self.saved.session.record().postmortem.clone();
        if let (Some(memory), Some(written)) = (self.memory(), written) {
            // The session keeps it even if the store fails.
            if let Err(error) = memory.remember(&written).await {
                tracing::warn!(%error, "the postmortem was not stored");
            }
        }
        Ok(())
    }

    /// A postmortem from the present knowledge.
    pub fn draft(&self, reason: Option<&str>) -> Postmortem {
        let record = self.saved.session.record();
        let seen = record.reproduction.as_ref();
        let message = seen.map_or("it was not reproduced", |seen| seen.message.as_str());
        let top = record.top();
        let is_known = matches!(
            record.state,
            State::Localise | State::ProposeFix | State::Postmortem
        );
        let cause = match (top, reason) {
            (Some((top, _)), _) if is_known => top.claim.clone(),
            (Some((top, confidence)), reason) => format!(
                "not known; most likely ({:.0} %): {}{}",
                confidence * 100.0,
                top.claim,
                reason.map(|reason| format!(" ({reason})")).unwrap_or_default()
            ),
            (None, reason) => reason.unwrap_or("not known").to_owned(),
        };
        let mut postmortem = Postmortem::new(record.id.clone(), message, cause);
        postmortem.signature = seen.and_then(|seen| seen.signature.clone());
        postmortem.frames = seen.map(|seen| seen.frames.clone()).unwrap_or_default();
        postmortem.culprit = record.culprit.as_ref().and_then(|culprit| culprit.commit.clone());
        postmortem.places.clone_from(&record.places);
        postmortem.resolution = self.resolution(is_known);
        if let Some(proposal) = &record.proposal {
            postmortem.fix.clone_from(&proposal.patch);
            postmortem.files = proposal.files.iter().cloned().collect();
            postmortem.fix_class = FixClass::of(proposal);
        }
        postmortem
    }

    fn resolution(&self, is_known: bool) -> Resolution {
        let verified = self
            .saved
            .session
            .record()
            .proposal
            .as_ref()
            .and_then(|one| one.verified);
        let is_kept = self
            .saved
            .evidence
            .verification
            .as_deref()
            .is_some_and(|said| said.ends_with("in the tree"));
        match verified {
            Some(true) if is_kept => Resolution::Fixed,
            Some(true) => Resolution::Proposed,
            _ if is_known => Resolution::Diagnosed,
            _ => Resolution::Unresolved,
        }
    }
}

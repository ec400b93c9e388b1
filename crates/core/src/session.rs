//! The disciplined debug session: seven states, and rules that every input must follow.
//!
//! ```text
//! reproduce ─▶ bisect ─▶ hypothesise ◀─▶ probe ─▶ localise ─▶ propose_fix ─▶ postmortem
//! ```
//!
//! A [`Session`] is a value. [`Session::step`] takes an [`Input`] and returns the next session, or the
//! [`Refusal`] of a [`Rule`]. Nothing else changes a session, so another process can continue one that was
//! saved, and its audit trail is complete.
//!
//! **Architecture Invariant:** the machine runs nothing and trusts only measurements that the host made:
//! claims of a caller weigh less (see [`belief`]).

mod audit;
pub mod belief;
pub mod extent;
mod input;
mod postmortem;
mod record;
mod rule;
mod steps;

use serde::{Deserialize, Serialize};

use crate::capability::Command;

pub use audit::{Entry, Result as StepResult};
pub use belief::{Outcome, Strength};
pub use input::Input;
pub use postmortem::{FixClass, Postmortem, Resolution};
pub use record::{
    Culprit, Hypothesis, Place, Probe, Proposal, Record, Reproduction, Source, Standing, State,
};
pub use rule::{Refusal, Rule};

/// One debug session, from a failing command to its postmortem.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Session(Record);

impl Session {
    /// A session that has not begun. `id` names it, `time_ms` is milliseconds since 1970-01-01 UTC.
    pub fn new(id: impl Into<String>, command: Command, time_ms: u64) -> Self {
        Self(Record::new(id.into(), command, time_ms))
    }

    /// Everything that is known. Only [`step`](Self::step) changes it.
    pub fn record(&self) -> &Record {
        &self.0
    }

    /// The session after an input, with an entry in its audit trail.
    ///
    /// # Errors
    /// If a rule does not allow it. The session is unchanged; [`refused`](Self::refused)
    /// records the refusal.
    pub fn step(&self, input: Input, time_ms: u64) -> Result<Self, Refusal> {
        let mut next = self.0.clone();
        let name = input.name();
        let summary = input.summary();
        next.take(input)?;
        next.write_down(time_ms, name, summary, StepResult::Taken);
        Ok(Self(next))
    }

    /// The session with a refused input in its audit trail.
    #[must_use]
    pub fn refused(&self, input: &Input, refusal: &Refusal, time_ms: u64) -> Self {
        let mut next = self.0.clone();
        let result = StepResult::Refused {
            rule: refusal.rule,
            reason: refusal.reason.clone(),
        };
        next.write_down(time_ms, input.name(), input.summary(), result);
        Self(next)
    }
}

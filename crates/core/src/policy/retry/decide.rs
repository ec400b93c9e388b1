//! Decides whether to retry, escalate or stop.

use std::collections::BTreeSet;
use std::num::NonZeroU32;

use serde::{Deserialize, Serialize};

use super::kind::FailureKind;
use super::memory::RetryMemory;
use super::record::FailureRecord;

const fn nonzero(number: u32) -> NonZeroU32 {
    match NonZeroU32::new(number) {
        Some(number) => number,
        None => NonZeroU32::MIN,
    }
}

/// The conditions for trying again.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
#[non_exhaustive]
pub struct RetryPolicy {
    /// The most attempts, the first included. 3 by default.
    pub max_attempts: NonZeroU32,
    /// A failure that occurred this often is not tried again. 2 by default: two equal failures block the
    /// third attempt.
    pub same_failure_limit: NonZeroU32,
    /// Kinds that are escalated at once. By default this is the kind for requests that are not allowed.
    pub escalate_on: BTreeSet<FailureKind>,
}

impl Default for RetryPolicy {
    fn default() -> Self {
        Self {
            max_attempts: nonzero(3),
            same_failure_limit: nonzero(2),
            escalate_on: BTreeSet::from([FailureKind::UnsafeRequest]),
        }
    }
}

impl RetryPolicy {
    /// The usual policy with this many attempts, the first included.
    pub fn new(max_attempts: NonZeroU32) -> Self {
        Self {
            max_attempts,
            ..Self::default()
        }
    }

    /// The same with another limit for equal failures.
    #[must_use]
    pub fn same_failure_limit(mut self, limit: NonZeroU32) -> Self {
        self.same_failure_limit = limit;
        self
    }

    /// The same with other kinds that are never retried.
    #[must_use]
    pub fn escalate_on(mut self, kinds: impl IntoIterator<Item = FailureKind>) -> Self {
        self.escalate_on = kinds.into_iter().collect();
        self
    }

    /// Decides what to do after a failure. `memory` holds the failures so far, this one included.
    pub fn decide(&self, record: &FailureRecord, memory: &RetryMemory) -> Decision {
        if self.escalate_on.contains(&record.kind) {
            return Decision::Escalate { kind: record.kind };
        }
        if memory.count(&record.signature) >= self.same_failure_limit.get() {
            return Decision::Stop {
                reason: StopReason::RepeatedFailure,
            };
        }
        match record.attempt.checked_add(1) {
            Some(attempt) if attempt <= self.max_attempts => Decision::Retry { attempt },
            _ => Decision::Stop {
                reason: StopReason::AttemptsUsedUp,
            },
        }
    }
}

/// The action after a failure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "action", rename_all = "snake_case", deny_unknown_fields)]
#[non_exhaustive]
pub enum Decision {
    /// Try again.
    Retry {
        /// The number of the next attempt.
        attempt: NonZeroU32,
    },
    /// Escalate to someone who may decide more: the policy never retries this kind.
    Escalate {
        /// The kind.
        kind: FailureKind,
    },
    /// Give up.
    Stop {
        /// The reason.
        reason: StopReason,
    },
}

/// The reason why there is no further attempt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum StopReason {
    /// The same failure occurred as often as the policy allows.
    RepeatedFailure,
    /// The attempts are used up.
    AttemptsUsedUp,
}

/// The input of `unbreak policy decide`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct DecisionInput {
    /// The latest failure.
    pub record: FailureRecord,
    /// The failures before it.
    #[serde(default)]
    pub memory: RetryMemory,
    /// The conditions for trying again.
    #[serde(default)]
    pub policy: RetryPolicy,
}

impl DecisionInput {
    /// A failure with the failures before it.
    pub fn new(record: FailureRecord, memory: RetryMemory, policy: RetryPolicy) -> Self {
        Self {
            record,
            memory,
            policy,
        }
    }

    /// Records the failure, then decides.
    pub fn decided(&self) -> Decided {
        let memory = self.memory.record(&self.record);
        Decided {
            decision: self.policy.decide(&self.record, &memory),
            memory,
        }
    }
}

/// A decision, and the memory for the next one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Decided {
    /// The action.
    pub decision: Decision,
    /// The failures so far, the last one included.
    pub memory: RetryMemory,
}

//! The rules by number and name.

use serde::{Deserialize, Serialize};

/// What the machine does not allow, whoever asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Rule {
    /// The states have an order.
    Order,
    /// Bisection is skipped only with a reason.
    BisectReason,
    /// At most five rounds of probes; then the operator decides.
    Rounds,
    /// No fix before a reproduction.
    ReproduceFirst,
    /// No fix below 80 % on the top hypothesis, unless `shotgun` and the operator's elevation are both given.
    Confidence,
    /// At least three distinct hypotheses.
    ThreeHypotheses,
    /// A postmortem before the session closes.
    PostmortemFirst,
    /// Probes are removed before a fix is proposed.
    ProbesRemoved,
    /// The test that revealed the bug is not changed in the same fix.
    RevealingTest,
    /// A failure is reproduced when at least three attempts were made and every one showed it.
    ThreeOfThree,
    /// A paused session waits for its answer.
    Paused,
    /// A probe is one experiment, on a hypothesis that was stated, with one result.
    OneExperiment,
    /// Only an experiment that the host has made counts as causal.
    Measured,
    /// A session that is closed stays closed.
    Closed,
}

impl Rule {
    /// Every rule.
    pub const ALL: [Self; 14] = [
        Self::Order,
        Self::BisectReason,
        Self::Rounds,
        Self::ReproduceFirst,
        Self::Confidence,
        Self::ThreeHypotheses,
        Self::PostmortemFirst,
        Self::ProbesRemoved,
        Self::RevealingTest,
        Self::ThreeOfThree,
        Self::Paused,
        Self::OneExperiment,
        Self::Measured,
        Self::Closed,
    ];

    /// What kind of rule it is: D1 is the order of the states, D2 what must come before what, D3 what
    /// a failure that comes and goes asks for, D4 that a session ends, D5 what an experiment is.
    pub fn number(self) -> &'static str {
        match self {
            Self::Order | Self::BisectReason | Self::Rounds => "D1",
            Self::ReproduceFirst
            | Self::Confidence
            | Self::ThreeHypotheses
            | Self::PostmortemFirst
            | Self::ProbesRemoved
            | Self::RevealingTest => "D2",
            Self::ThreeOfThree | Self::Paused => "D3",
            Self::Closed => "D4",
            Self::OneExperiment | Self::Measured => "D5",
        }
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Order => "order",
            Self::BisectReason => "bisect-reason",
            Self::Rounds => "rounds",
            Self::ReproduceFirst => "reproduce-first",
            Self::Confidence => "confidence",
            Self::ThreeHypotheses => "three-hypotheses",
            Self::PostmortemFirst => "postmortem-first",
            Self::ProbesRemoved => "probes-removed",
            Self::RevealingTest => "revealing-test",
            Self::ThreeOfThree => "three-of-three",
            Self::Paused => "paused",
            Self::OneExperiment => "one-experiment",
            Self::Measured => "measured",
            Self::Closed => "closed",
        }
    }
}

impl std::fmt::Display for Rule {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({})", self.number(), self.name())
    }
}

/// An input that a rule does not allow.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("refused by {rule}: {reason}")]
pub struct Refusal {
    /// The rule.
    pub rule: Rule,
    /// What it objects to.
    pub reason: String,
    /// What to do instead.
    pub hint: String,
}

impl Refusal {
    pub(super) fn new(rule: Rule, reason: impl Into<String>, hint: impl Into<String>) -> Self {
        Self {
            rule,
            reason: reason.into(),
            hint: hint.into(),
        }
    }
}

//! The rules by number and name.

use serde::{Deserialize, Serialize};

/// The rules of the machine, which hold for every caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Rule {
    /// The states have an order.
    Order,
    /// Bisection is skipped only with a reason.
    BisectReason,
    /// At most five rounds of probes; after that, the operator decides.
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
    /// A probe is one experiment, on a stated hypothesis, with one result.
    OneExperiment,
    /// Only an experiment that the host made itself counts as causal.
    Measured,
    /// A closed session stays closed.
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

    /// The group of the rule: D1 is the order of the states, D2 are preconditions, D3 is about flaky
    /// failures, D4 about the end of a session, D5 about experiments.
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
    /// The part of the input that it objects to.
    pub reason: String,
    /// A hint what to do instead.
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

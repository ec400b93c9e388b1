//! How experiments move the confidence of hypotheses.
//!
//! The rule is Bayes' in the form of weights. Each hypothesis begins with weight 1, whoever states
//! it, and so does one that nobody has stated: that the cause is something else. The result of an
//! experiment multiplies the weight of the hypothesis that it is about by a likelihood ratio: how
//! many times likelier the result is when the hypothesis holds than when it does not.
//!
//! | strength | supports | refutes |
//! |---|---|---|
//! | weak: it fits, as it would fit much else | × 3 | ÷ 3 |
//! | strong: hard to explain otherwise | × 10 | ÷ 10 |
//! | causal: taken away the failure goes, put back it returns; measured by the host | × 100 | ÷ 100 |
//!
//! The confidence of a hypothesis is its share of all weights. Three hypotheses and one strong
//! result so give 10 of 13, which is below the 80 % that a fix needs: one observation is not enough,
//! two independent ones or one causal experiment are. The same experiment made again is no new
//! evidence and moves nothing. The ratios are conventional grades of evidence (Jeffreys 1939, Kass
//! and Raftery 1995: 3 "positive", 10 to 20 "strong", above 100 "decisive").

use serde::{Deserialize, Serialize};

/// What the top hypothesis must reach before a fix may be proposed.
pub const ENOUGH: f64 = 0.8;

/// The weight of what nobody has stated.
const SOMETHING_ELSE: f64 = 1.0;

/// The weight a hypothesis begins with.
pub(super) const PRIOR: f64 = 1.0;

/// What an experiment said of the hypothesis that it is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// What the hypothesis predicts.
    Supports,
    /// The contrary.
    Refutes,
    /// Neither.
    Inconclusive,
}

/// How much an experiment's result says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Strength {
    /// It would fit much else.
    Weak,
    /// It is hard to explain otherwise.
    Strong,
    /// An intervention: taken away the failure goes, put back it returns. Only what the host has
    /// measured counts as one.
    Causal,
}

/// The factor by which a result multiplies the weight of its hypothesis.
pub fn likelihood_ratio(outcome: Outcome, strength: Strength) -> f64 {
    let ratio = match strength {
        Strength::Weak => 3.0,
        Strength::Strong => 10.0,
        Strength::Causal => 100.0,
    };
    match outcome {
        Outcome::Supports => ratio,
        Outcome::Refutes => 1.0 / ratio,
        Outcome::Inconclusive => 1.0,
    }
}

/// The shares of hypotheses with these weights, in the same order; what is missing to 1 is the share
/// of something else.
pub fn confidences(weights: &[f64]) -> Vec<f64> {
    let all: f64 = weights.iter().sum::<f64>() + SOMETHING_ELSE;
    weights.iter().map(|weight| weight / all).collect()
}

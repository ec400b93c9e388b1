//! How experiments move the confidence of hypotheses.
//!
//! The rule is Bayes' in the form of weights. Each hypothesis begins with weight 1, no matter who states it,
//! and so does an unstated one: that the cause is something else. The result of an experiment multiplies the
//! weight of its hypothesis by a likelihood ratio: how many times likelier the result is if the hypothesis
//! holds than if it does not.
//!
//! | strength | supports | refutes |
//! |---|---|---|
//! | weak: it fits, as it would fit much else | × 3 | ÷ 3 |
//! | strong: hard to explain otherwise | × 10 | ÷ 10 |
//! | causal: the failure disappears without the cause and returns with it; measured by the host | × 100 | ÷ 100 |
//!
//! The confidence of a hypothesis is its share of all weights. So with three hypotheses, one strong result
//! gives 10 of 13, which is below the 80 % that a fix needs: one observation is not enough, two independent
//! ones or one causal experiment are. Repeating the same experiment is not new evidence and changes nothing.
//! The ratios are conventional grades of evidence (Jeffreys 1939, Kass and Raftery 1995: 3 "positive", 10 to
//! 20 "strong", above 100 "decisive").

use serde::{Deserialize, Serialize};

/// The confidence that the top hypothesis must reach before a fix may be proposed.
pub const ENOUGH: f64 = 0.8;

/// The weight of the unstated hypothesis that the cause is something else.
const SOMETHING_ELSE: f64 = 1.0;

/// The weight a hypothesis begins with.
pub(super) const PRIOR: f64 = 1.0;

/// The outcome of an experiment for its hypothesis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// The result that the hypothesis predicts.
    Supports,
    /// The opposite.
    Refutes,
    /// Neither.
    Inconclusive,
}

/// The strength of an experiment's result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Strength {
    /// It would also fit many other causes.
    Weak,
    /// It is hard to explain otherwise.
    Strong,
    /// An intervention: without the cause the failure goes, with it the failure returns. Only a measurement
    /// of the host counts as one.
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

/// The shares of hypotheses with these weights, in the same order; the rest up to 1 is the share of something
/// else.
pub fn confidences(weights: &[f64]) -> Vec<f64> {
    let all: f64 = weights.iter().sum::<f64>() + SOMETHING_ELSE;
    weights.iter().map(|weight| weight / all).collect()
}

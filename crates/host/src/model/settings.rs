//! The models of a run, from the cheapest to the strongest, and the limits of what they may cost.

use std::fmt;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use unbreak_core::policy::escalation::EscalationPolicy;
use unbreak_core::{Completion, Model};

/// The most dollars that a run spends on models unless the operator sets another limit.
pub const DEFAULT_BUDGET_COST: f64 = 2.0;

/// The number of answers asked for each question about a fix unless the operator sets another.
pub const DEFAULT_SAMPLES: u32 = 4;

/// The models that a run may ask, and its budgets. Without a tier, no model is asked.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ModelSettings {
    /// The models in the order in which they are asked.
    pub tiers: Vec<Tier>,
    /// The number of answers for each question about a fix; at least 1.
    pub samples: u32,
    /// The most tokens, read and written, of the whole run; `None` for no limit.
    pub budget_tokens: Option<u64>,
    /// The most dollars of the whole run; `None` for no limit.
    pub budget_cost: Option<f64>,
    /// The limits of the attempts to repair one cause. The number of tiers follows from the models.
    pub escalation: EscalationPolicy,
}

impl Default for ModelSettings {
    /// No model, [`DEFAULT_SAMPLES`], no limit of tokens, [`DEFAULT_BUDGET_COST`].
    fn default() -> Self {
        Self {
            tiers: Vec::new(),
            samples: DEFAULT_SAMPLES,
            budget_tokens: None,
            budget_cost: Some(DEFAULT_BUDGET_COST),
            escalation: EscalationPolicy::default(),
        }
    }
}

impl ModelSettings {
    /// Returns whether there is no model to ask.
    pub fn is_empty(&self) -> bool {
        self.tiers.is_empty()
    }

    /// The same with one more model, asked after all others.
    #[must_use]
    pub fn tier(mut self, model: Arc<dyn Model>, price: Price) -> Self {
        self.tiers.push(Tier { model, price });
        self
    }
}

/// A model and its price.
#[derive(Clone)]
pub struct Tier {
    /// The model.
    pub model: Arc<dyn Model>,
    /// The price of its tokens.
    pub price: Price,
}

impl fmt::Debug for Tier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tier")
            .field("model", &self.model.name())
            .field("price", &self.price)
            .finish()
    }
}

/// The price of tokens, in dollars per million.
#[derive(Debug, Clone, Copy, Default, PartialEq, Serialize, Deserialize)]
pub struct Price {
    /// For the tokens of prompts.
    pub input: f64,
    /// For the tokens of answers.
    pub output: f64,
}

impl Price {
    /// A price in dollars per million tokens.
    pub const fn new(input: f64, output: f64) -> Self {
        Self { input, output }
    }

    /// Dollars for these numbers of tokens of prompts and of answers.
    #[expect(clippy::cast_precision_loss, reason = "numbers of tokens are far below 2^52")]
    pub fn of_tokens(self, input_tokens: u64, output_tokens: u64) -> f64 {
        const MILLION: f64 = 1e6;
        (input_tokens as f64 * self.input + output_tokens as f64 * self.output) / MILLION
    }

    /// Dollars for an answer.
    pub fn of(self, completion: &Completion) -> f64 {
        self.of_tokens(completion.input_tokens, completion.output_tokens)
    }
}

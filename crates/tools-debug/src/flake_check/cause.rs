//! The causes of a test's flakiness besides the code.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Cause {
    /// The tests that run before it.
    Order,
    /// The current time.
    Time,
    /// Random numbers.
    Randomness,
    /// The seed of the hash function, and so the order of sets.
    HashSeed,
    /// The timing of concurrent operations.
    Race,
    /// Something on the network.
    Network,
}

impl Cause {
    pub(super) const ALL: [Self; 6] = [
        Self::Order,
        Self::Time,
        Self::Randomness,
        Self::HashSeed,
        Self::Race,
        Self::Network,
    ];

    pub(super) fn schema() -> Value {
        json!({ "enum": Self::ALL })
    }

    /// As part of a sentence: "it depends on ...".
    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Order => "the order of tests",
            Self::Time => "the time of day",
            Self::Randomness => "random numbers",
            Self::HashSeed => "the seed of hashes",
            Self::Race => "a race",
            Self::Network => "the network",
        }
    }
}

/// Why a cause was named.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(super) struct Evidence {
    pub(super) cause: Cause,
    pub(super) why: String,
    /// The tests that make the difference, if it is the order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) culprits: Vec<String>,
}

impl Evidence {
    pub(super) fn new(cause: Cause, why: impl Into<String>) -> Self {
        Self {
            cause,
            why: why.into(),
            culprits: Vec::new(),
        }
    }
}

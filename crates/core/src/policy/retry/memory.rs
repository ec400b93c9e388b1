//! Counts how often each failure occurred.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::record::FailureRecord;
use crate::signature::Signature;

/// Counts failures by signature. It never changes: recording returns a new memory.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct RetryMemory {
    /// The number of times that each failure occurred.
    #[serde(default)]
    pub counts: BTreeMap<Signature, u32>,
}

impl RetryMemory {
    /// An empty memory.
    pub fn new() -> Self {
        Self::default()
    }

    /// A memory with this failure counted once more.
    #[must_use]
    pub fn record(&self, record: &FailureRecord) -> Self {
        let mut counts = self.counts.clone();
        let count = counts.entry(record.signature.clone()).or_default();
        *count = count.saturating_add(1);
        Self { counts }
    }

    /// Returns the number of times that a failure occurred.
    pub fn count(&self, signature: &Signature) -> u32 {
        self.counts.get(signature).copied().unwrap_or_default()
    }
}

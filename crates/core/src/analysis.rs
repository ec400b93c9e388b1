//! Diagnostics that share a root cause, with the strategies that might fix it.

use serde::{Deserialize, Serialize};

use crate::diagnostic::Diagnostic;
use crate::fix::Confidence;

/// One root cause.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Analysis {
    /// Number within the iteration, from 1.
    pub id: u32,
    /// The diagnostic that stands for the group.
    pub diagnostic: Diagnostic,
    /// The others that the same cause produced (forty tests that miss one import).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<Diagnostic>,
    /// The cause in words.
    pub root_cause: String,
    /// The strategies that might fix it, the best first.
    #[serde(default)]
    pub candidates: Vec<Candidate>,
    /// Files that matter besides the one in which it is reported.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub related_files: Vec<String>,
    /// The confidence in the root cause.
    pub confidence: Confidence,
}

impl Analysis {
    /// Every diagnostic of the group.
    pub fn diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        std::iter::once(&self.diagnostic).chain(&self.also)
    }
}

/// A strategy that may have a fix for an analysis.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Candidate {
    /// Id of the strategy.
    pub strategy: String,
    /// Its action in a word or two: `add import`, `correct name`.
    pub action: String,
    /// The same for people, with the particulars.
    pub description: String,
    /// The confidence before a closer look.
    pub confidence: Confidence,
}

impl Candidate {
    /// A strategy, its action, the description for people, and the confidence (0..=1).
    pub fn new(
        strategy: impl Into<String>,
        action: impl Into<String>,
        description: impl Into<String>,
        confidence: f64,
    ) -> Self {
        Self {
            strategy: strategy.into(),
            action: action.into(),
            description: description.into(),
            confidence: Confidence::new(confidence),
        }
    }
}

//! A classified failure.

use std::num::NonZeroU32;

use serde::{Deserialize, Serialize};

use super::kind::{FailureKind, FailureSource};
use crate::signature::{Signature, normalise};

/// A classified failure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct FailureRecord {
    /// Its kind.
    pub kind: FailureKind,
    /// Its message.
    pub message: String,
    /// The part of the orchestration that failed.
    pub source: FailureSource,
    /// The step or task, by its name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub node: Option<String>,
    /// The number of the attempt, from 1.
    pub attempt: NonZeroU32,
    /// Equal for failures that differ only in names, numbers, times and temporary paths.
    pub signature: Signature,
}

impl FailureRecord {
    /// A failure of a known kind.
    pub fn new(
        kind: FailureKind,
        message: impl Into<String>,
        source: FailureSource,
        node: Option<String>,
        attempt: NonZeroU32,
    ) -> Self {
        let message = message.into();
        Self {
            signature: signature(kind, &message, source, node.as_deref()),
            kind,
            message,
            source,
            node,
            attempt,
        }
    }
}

/// `kind|source|node|normalised message`. The attempt is not part of it: the same failure in another attempt
/// has the same signature.
fn signature(kind: FailureKind, message: &str, source: FailureSource, node: Option<&str>) -> Signature {
    let node = node.unwrap_or_default();
    Signature::read(format!("{kind}|{source}|{node}|{}", normalise(message)))
}

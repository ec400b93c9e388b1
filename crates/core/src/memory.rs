//! What a failure is recognised by when it, or one like it, comes back (SPEC M2).

use serde::{Deserialize, Serialize};

use crate::diagnostic::Diagnostic;
use crate::fix::Confidence;
use crate::session::Postmortem;
use crate::signature::Signature;

/// What is known of a failure before anybody knows its cause.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Symptoms {
    /// Its kind.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<Signature>,
    /// It in its own words.
    pub message: String,
    /// Functions on the stack, outermost first, as `file:function`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub frames: Vec<String>,
    /// The lines that coverage finds most suspicious, as `file:line`; empty when there is none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<String>,
}

impl Symptoms {
    /// Symptoms of which only the words are known.
    pub fn new(message: impl Into<String>) -> Self {
        Self {
            message: message.into(),
            ..Self::default()
        }
    }

    /// What a diagnostic shows.
    pub fn of(diagnostic: &Diagnostic) -> Self {
        let frame = |frame: &crate::diagnostic::Frame| {
            let file = frame.location.file.as_deref().unwrap_or_default();
            format!("{file}:{}", frame.function.as_deref().unwrap_or_default())
        };
        Self {
            signature: Some(Signature::of(diagnostic)),
            message: diagnostic.message.clone(),
            frames: diagnostic.frames.iter().map(frame).collect(),
            places: Vec::new(),
        }
    }
}

/// A past failure that is like the one asked about.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Similar {
    /// How much, 0..=1; 1 is the same failure.
    pub similarity: Confidence,
    /// What they have in common: `signature`, `message`, `frames`, `coverage`.
    pub shared: Vec<String>,
    /// What was found out about it.
    pub postmortem: Postmortem,
    /// How often it was met.
    pub times: u32,
    /// When it was met last, in milliseconds since 1970-01-01 UTC.
    pub last_ms: u64,
}

impl Similar {
    /// One that was met once.
    pub fn new(postmortem: Postmortem, similarity: Confidence) -> Self {
        Self {
            similarity,
            shared: Vec::new(),
            postmortem,
            times: 1,
            last_ms: 0,
        }
    }
}

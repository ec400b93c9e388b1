//! The lasting record of a session.

use serde::{Deserialize, Serialize};

use super::record::{Place, Proposal};
use crate::fix::Confidence;
use crate::signature::Signature;

/// The findings of a session, for later failures of the same kind.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Postmortem {
    /// The session it comes from, for citations.
    pub session: String,
    /// The kind of failure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<Signature>,
    /// The message of the failure.
    pub message: String,
    /// Functions on the stack, outermost first, as `file:function`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub frames: Vec<String>,
    /// The root cause.
    pub root_cause: String,
    /// How it ended.
    pub resolution: Resolution,
    /// The kind of fix.
    pub fix_class: FixClass,
    /// The fix as a unified diff, or a name for it; empty if there was none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub fix: String,
    /// The commit that introduced the failure, if one was found.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub culprit: Option<String>,
    /// Files that were at fault.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub files: Vec<String>,
    /// The most suspicious places.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub places: Vec<Place>,
    /// The confidence of the root cause: that of its hypothesis at the time.
    pub confidence: Confidence,
    /// Whether the fix was a guess without enough evidence.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub shotgun: bool,
}

impl Postmortem {
    /// A postmortem of an unresolved session; the rest is set through the fields.
    pub fn new(
        session: impl Into<String>,
        message: impl Into<String>,
        root_cause: impl Into<String>,
    ) -> Self {
        Self {
            session: session.into(),
            signature: None,
            message: message.into(),
            frames: Vec::new(),
            root_cause: root_cause.into(),
            resolution: Resolution::Unresolved,
            fix_class: FixClass::None,
            fix: String::new(),
            culprit: None,
            files: Vec::new(),
            places: Vec::new(),
            confidence: Confidence::new(0.0),
            shotgun: false,
        }
    }
}

/// How a session ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Resolution {
    /// A verified fix is in the tree.
    Fixed,
    /// A verified fix was proposed and not applied.
    Proposed,
    /// The cause is known; fixing it needs planning.
    Diagnosed,
    /// The cause is not known.
    Unresolved,
}

/// The kind of a fix.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FixClass {
    /// There was none.
    None,
    /// Under twenty lines in one function.
    Surgical,
    /// Anything larger.
    Architectural,
}

impl FixClass {
    /// The number of lines from which a change is architectural.
    const LINES: u32 = 20;

    /// The class of a proposal.
    pub fn of(proposal: &Proposal) -> Self {
        let is_small = proposal.lines < Self::LINES && proposal.functions <= 1;
        if is_small {
            Self::Surgical
        } else {
            Self::Architectural
        }
    }
}

//! The reason why a failure cannot be classified.

/// The reason why a failure cannot be classified.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {kind}")]
pub struct ClassifyError {
    field: &'static str,
    kind: ClassifyErrorKind,
}

/// The fault of the input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ClassifyErrorKind {
    /// The verification passed.
    #[error("the verification passed, so there is no failure to classify")]
    PassingVerification,
    /// Attempts are counted from 1.
    #[error("attempts are counted from 1")]
    AttemptZero,
    /// Neither a message nor anything else says what failed.
    #[error("is empty, and nothing else says what failed")]
    NothingToSay,
}

impl ClassifyError {
    pub(super) const fn new(field: &'static str, kind: ClassifyErrorKind) -> Self {
        Self { field, kind }
    }

    /// The field of the input that is wrong, as a path: `failure.verification.passed`.
    pub fn field(&self) -> &'static str {
        self.field
    }

    /// The fault.
    pub fn kind(&self) -> ClassifyErrorKind {
        self.kind
    }
}

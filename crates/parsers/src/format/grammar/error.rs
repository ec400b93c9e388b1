//! Why a format cannot be used.

/// Why a format cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct GrammarError(String);

impl GrammarError {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }

    /// The same, of a part of the file.
    pub(crate) fn within(self, part: impl std::fmt::Display) -> Self {
        Self(format!("{part}: {}", self.0))
    }
}

impl From<String> for GrammarError {
    fn from(message: String) -> Self {
        Self(message)
    }
}

//! Why a declarative parser cannot be used.

/// Why a declarative parser cannot be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DeclarativeError(String);

impl DeclarativeError {
    pub(super) fn new(message: impl Into<String>) -> Self {
        Self(message.into())
    }

    /// The same, of a part of the file.
    pub(super) fn within(self, part: impl std::fmt::Display) -> Self {
        Self(format!("{part}: {}", self.0))
    }
}

impl std::fmt::Display for DeclarativeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for DeclarativeError {}

//! The reasons why the store could not be used.

use std::path::{Path, PathBuf};

use rusqlite::ErrorCode;
use unbreak_core::capability::CapabilityError;

/// The reason why the store could not be used. It names the file, which is never emptied or replaced.
#[derive(Debug, thiserror::Error)]
#[error("the store {} {kind}", path.display())]
pub struct StoreError {
    path: PathBuf,
    kind: StoreErrorKind,
    #[source]
    source: Option<rusqlite::Error>,
}

/// The kind of problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum StoreErrorKind {
    /// It is damaged.
    #[error("is damaged: move it away to start with an empty store, or restore a copy of it")]
    Corrupt,
    /// It is a database of another program.
    #[error("belongs to another program")]
    Foreign,
    /// A later version has written it.
    #[error("was written by a later version of unbreak")]
    Newer,
    /// Another process has written to it for too long.
    #[error("is locked by another process")]
    Busy,
    /// It cannot be read or written.
    #[error("cannot be used")]
    Unusable,
}

impl StoreError {
    pub(super) fn new(path: &Path, kind: StoreErrorKind) -> Self {
        Self {
            path: path.to_owned(),
            kind,
            source: None,
        }
    }

    pub(super) fn of(path: &Path, source: rusqlite::Error) -> Self {
        let kind = match source.sqlite_error_code() {
            Some(ErrorCode::DatabaseCorrupt | ErrorCode::NotADatabase) => StoreErrorKind::Corrupt,
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => StoreErrorKind::Busy,
            _ => StoreErrorKind::Unusable,
        };
        Self {
            source: Some(source),
            ..Self::new(path, kind)
        }
    }

    /// The kind of problem.
    pub fn kind(&self) -> StoreErrorKind {
        self.kind
    }
}

impl From<StoreError> for CapabilityError {
    fn from(error: StoreError) -> Self {
        match &error.source {
            Some(source) => Self::Other(format!("{error}: {source}")),
            None => Self::Other(error.to_string()),
        }
    }
}

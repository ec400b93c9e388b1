//! Other systems have no locks that belong to an open directory: the lock files alone hold.

use std::path::Path;

/// No locks.
#[derive(Debug)]
pub(super) struct InodeLocks;

impl InodeLocks {
    /// There is nobody to meet.
    pub(super) fn take(_root: &Path) -> Option<Self> {
        Some(Self)
    }
}

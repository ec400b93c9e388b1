//! Caches the repairs of a file for the other errors that a tool reports in it.
//!
//! A compiler may report several places in one file, and each is a cause of its own; the search
//! repairs the whole file, or nothing. Where it finds nothing, the search from another place is
//! shorter.

use std::sync::{Mutex, PoisonError};

use unbreak_core::{Fix, RelPath};

/// The last file that was searched, and its repairs.
#[derive(Debug, Default)]
pub(super) struct Recent {
    last: Mutex<Option<Searched>>,
}

#[derive(Debug)]
struct Searched {
    file: RelPath,
    text: String,
    fixes: Vec<Fix>,
}

impl Recent {
    /// The repairs of the file in its current state; `None` when it was not searched.
    pub(super) fn of(&self, file: &RelPath, text: &str) -> Option<Vec<Fix>> {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let same = last.as_ref().filter(|it| it.file == *file && it.text == text);
        same.map(|searched| searched.fixes.clone())
    }

    /// Remembers the result of a search, also an empty one.
    pub(super) fn remember(&self, file: RelPath, text: String, fixes: &[Fix]) {
        let fixes = fixes.to_vec();
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(Searched { file, text, fixes });
    }
}

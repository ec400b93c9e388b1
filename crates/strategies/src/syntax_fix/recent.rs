//! What was found for a file, for the other errors that a tool reports in it.
//!
//! A compiler may complain of one file at several places, and each is a cause of its own; the search mends
//! the whole file, or nothing. Where it finds nothing, it does not look as far from another place.

use std::sync::{Mutex, PoisonError};

use unbreak_core::{Fix, RelPath};

/// The last file that was searched, and what was found.
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
    /// What was found for the file as it is; `None` when nobody looked.
    pub(super) fn of(&self, file: &RelPath, text: &str) -> Option<Vec<Fix>> {
        let last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        let same = last.as_ref().filter(|it| it.file == *file && it.text == text);
        same.map(|searched| searched.fixes.clone())
    }

    /// Remembers what was found, nothing included.
    pub(super) fn remember(&self, file: RelPath, text: String, fixes: &[Fix]) {
        let fixes = fixes.to_vec();
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(Searched { file, text, fixes });
    }
}

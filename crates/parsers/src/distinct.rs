//! One thing that several reporters tell of is one thing.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashSet, FxHasher};
use unbreak_core::Diagnostic;

/// Tells diagnostics that were there already from new ones, once their paths are resolved: a runner's
/// text, its JSON and its annotations for a CI system name files in ways of their own.
#[derive(Debug, Default)]
pub struct Distinct {
    seen: FxHashSet<u64>,
}

impl Distinct {
    /// Whether nothing like it was there before.
    pub fn is_new(&mut self, diagnostic: &Diagnostic) -> bool {
        let Some(identity) = identity(diagnostic) else {
            return true;
        };
        self.seen.len() == Self::REMEMBERED || self.seen.insert(identity)
    }

    /// How many are remembered.
    const REMEMBERED: usize = 64 * 1024;
}

/// What makes two diagnostics the same: the words, the code and the place. One failed test may fail several
/// times in a line, but then it says something else; a linter may say the same of two ranges, or advise
/// otherwise.
fn identity(diagnostic: &Diagnostic) -> Option<u64> {
    let place = &diagnostic.location;
    let (file, line) = (place.file.as_ref()?, place.line?);
    let mut hasher = FxHasher::default();
    (file, line, &diagnostic.code, &diagnostic.test).hash(&mut hasher);
    if diagnostic.test.is_none() {
        (place.column, place.end_line, place.end_column, &diagnostic.advice).hash(&mut hasher);
    }
    let words = diagnostic.message.split_whitespace();
    words.for_each(|word| word.hash(&mut hasher));
    Some(hasher.finish())
}

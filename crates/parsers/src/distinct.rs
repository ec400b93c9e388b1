//! Recognises a diagnostic that several reporters print.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashSet, FxHasher};
use unbreak_core::Diagnostic;

/// Distinguishes new diagnostics from repeated ones, once their paths are resolved: a runner's
/// text, its JSON and its annotations for a CI system name files differently.
#[derive(Debug, Default)]
pub struct Distinct {
    seen: FxHashSet<u64>,
}

impl Distinct {
    /// Returns whether nothing like it was there before.
    pub fn is_new(&mut self, diagnostic: &Diagnostic) -> bool {
        let Some(identity) = identity(diagnostic) else {
            return true;
        };
        self.seen.len() == Self::REMEMBERED || self.seen.insert(identity)
    }

    /// The number of diagnostics that are remembered.
    const REMEMBERED: usize = 64 * 1024;
}

/// The properties that two equal diagnostics share: the words, the code and the place. One failed
/// test may fail several times in a line, but with other words; a linter may say the same of two
/// ranges, or give other advice.
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

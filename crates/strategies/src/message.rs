//! Reads repairs that a message describes in words.
//!
//! It outranks likeness: where a message names what to write, no rule offers a name that is merely
//! spelled like the old one.

pub(crate) mod advice;

use unbreak_core::Diagnostic;

/// Returns whether a message names a replacement for the reported name.
pub(crate) fn names_replacement(diagnostic: &Diagnostic) -> bool {
    let all = advice::of(diagnostic);
    all.iter()
        .any(|advice| advice.old.is_some() && !advice.is_conditional)
}

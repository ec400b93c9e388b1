//! Code that is in several places, as detectors of copies report it.

use unbreak_core::{Diagnostic, ErrorType, Location, Note, Severity};

/// Returns one warning for all places: at the first, with the others as notes. `what` describes the
/// copied code.
pub(crate) fn diagnostic(what: &str, mut places: impl Iterator<Item = Location>) -> Option<Diagnostic> {
    let first = places.next()?;
    let notes: Vec<Note> = places
        .map(|location| Note {
            message: "the same lines".to_owned(),
            location,
        })
        .collect();
    let message = format!("{what} stand in {} places", notes.len() + 1);
    let mut diagnostic = Diagnostic::new(ErrorType::Lint, Severity::Warning, message).at(first);
    diagnostic.notes = notes;
    Some(diagnostic)
}

//! The header that the compiler itself names, for an error behind others of its file.

use unbreak_core::{Confidence, DeterminedBy, Diagnostic, Fix, FixError, RelPath};

use super::mends::header::{needed, told};
use super::source::Source;
use crate::syntax_fix::patch;
use crate::weights::confidence;

/// Includes the header: nothing else is known to declare the name.
pub(super) fn fix(
    strategy: &str,
    file: &RelPath,
    text: &str,
    diagnostic: &Diagnostic,
) -> Result<Option<Fix>, FixError> {
    let mut notes = diagnostic.notes.iter();
    let Some(header) = notes.find_map(|note| told(&note.message)) else {
        return Ok(None);
    };
    let Some(after) = needed(&Source::new(text), &header).and_then(|mend| mend.apply(text)) else {
        return Ok(None);
    };
    let fix = Fix::new(
        strategy,
        format!("include <{header}>"),
        Confidence::new(confidence::resolved()),
    )
    .by(crate::rule::c::compile::NOTED_HEADER)
    .evidence(DeterminedBy::Message)
    .because("the compiler says that this header declares the name")
    .edits(patch::edits(file, text, &after)?);
    Ok(Some(fix))
}

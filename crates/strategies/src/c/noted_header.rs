//! The header that the compiler itself names, or that declares a function of the library, where the search for the
//! smallest change has no answer: for an error behind others of its file, and in a header that compiles by itself.

use unbreak_core::{DeterminedBy, Fact, Fix, FixError, NameUse};

use super::Failure;
use super::library;
use super::mends::header::{needed, told};
use super::source::Source;
use crate::rule::c::compile;
use crate::syntax_fix::patch;

/// Includes the header: nothing else is known to declare the name.
pub(super) fn fix(failure: &Failure<'_>) -> Result<Option<Fix>, FixError> {
    let text = failure.text;
    let mut notes = failure.diagnostic.notes.iter();
    let said = notes.find_map(|note| told(&note.message));
    let because = match said {
        Some(_) => "the compiler says that this header declares the name",
        None => "this header of the library declares the function, and nothing in the project does",
    };
    let Some(header) = said.or_else(|| header_of_library(failure)) else {
        return Ok(None);
    };
    let Some(after) = needed(&Source::new(text), &header).and_then(|mend| mend.apply(text)) else {
        return Ok(None);
    };
    let fix = failure
        .answer(
            format!("include <{header}>"),
            compile::NOTED_HEADER,
            DeterminedBy::Convention,
            because,
        )
        .edits(patch::edits(failure.file, text, &after)?);
    Ok(Some(fix))
}

/// The header of a function of the library that the project does not declare itself.
fn header_of_library(failure: &Failure<'_>) -> Option<String> {
    let Some(Fact::UndefinedName {
        name,
        used_as: Some(NameUse::Function),
        ..
    }) = &failure.diagnostic.fact
    else {
        return None;
    };
    let header = library::header_of(name)?;
    (!failure.own_names.have(name)).then(|| header.to_owned())
}

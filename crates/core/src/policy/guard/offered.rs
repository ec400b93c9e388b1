//! Edits that the complaining tool offers itself.

use std::ops::Range;

use crate::diagnostic::{Applicability, Diagnostic, Location, SuggestedEdit};
use crate::fix::Edit;

/// Whether every edit is machine-applicable and offered by a tool with these diagnostics.
pub(super) fn are_vouched_for(edits: &[&Edit], source: &str, diagnostics: &[&Diagnostic]) -> bool {
    let suggestions = diagnostics.iter().flat_map(|diagnostic| &diagnostic.suggestions);
    let offered: Vec<&SuggestedEdit> = suggestions
        .filter(|suggestion| suggestion.applicability == Applicability::MachineApplicable)
        .flat_map(|suggestion| &suggestion.edits)
        .collect();
    edits
        .iter()
        .all(|edit| offered.iter().any(|offer| is_same(edit, source, offer)))
}

fn is_same(edit: &Edit, source: &str, offer: &SuggestedEdit) -> bool {
    offer.location.file.as_deref() == Some(edit.file.as_str())
        && offer.replacement == edit.replacement
        && bytes(source, &offer.location) == Some(edit.range.clone())
}

/// The bytes of a place; a place without an end is empty.
fn bytes(source: &str, place: &Location) -> Option<Range<usize>> {
    let (line, column) = (place.line?, place.column?);
    let start = offset(source, line, column)?;
    let end = offset(
        source,
        place.end_line.unwrap_or(line),
        place.end_column.unwrap_or(column),
    )?;
    Some(start..end)
}

/// The byte at a 1-based line and column of characters; the end of the text is a valid place.
fn offset(source: &str, line: u32, column: u32) -> Option<usize> {
    let before = usize::try_from(line).ok()?.checked_sub(1)?;
    let characters = usize::try_from(column).ok()?.checked_sub(1)?;
    let start: usize = source.split_inclusive('\n').take(before).map(str::len).sum();
    let rest = source.get(start..)?;
    let mut places = rest.char_indices().map(|(at, _)| at).chain([rest.len()]);
    places.nth(characters).map(|at| start + at)
}

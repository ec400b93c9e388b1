//! Marks whose right spelling pytest itself knows.

use unbreak_core::{Applicability, Diagnostic, SuggestedEdit, Suggestion};

/// Adds the spelling that pytest gives, where the place of the wrong one is known: it knows these by heart,
/// and guesses none.
pub(super) fn suggest(diagnostic: &mut Diagnostic) {
    if let Some(suggestion) = spelling(diagnostic) {
        diagnostic.suggestions.push(suggestion);
    }
}

/// `Unknown 'parametrise' mark, did you mean 'parametrize'?`; the place marks all of `pytest.mark.parametrise`.
fn spelling(diagnostic: &Diagnostic) -> Option<Suggestion> {
    let (wrong, rest) = diagnostic
        .message
        .strip_prefix("Unknown '")?
        .split_once("' mark, did you mean '")?;
    let (right, _) = rest.split_once('\'')?;
    let mut place = diagnostic.location.clone();
    let end = place.end_column.filter(|_| place.end_line == place.line)?;
    let length = u32::try_from(wrong.chars().count()).ok()?;
    place.column = end
        .checked_sub(length)
        .filter(|start| Some(*start) > place.column);
    place.column?;
    Some(Suggestion {
        title: format!("spell the mark '{right}'"),
        applicability: Applicability::MachineApplicable,
        edits: vec![SuggestedEdit {
            location: place,
            replacement: right.to_owned(),
        }],
    })
}

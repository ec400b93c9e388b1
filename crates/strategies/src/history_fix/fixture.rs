//! A fixture of pytest was renamed: the tests that ask for it follow.

use unbreak_core::{Edit, FixError};

use super::Case;
use super::definition::{belongs, declared};
use crate::code_words::PYTHON;
use crate::lines::Lines;
use crate::renaming::is_member_at;

/// The parameter of the tests at the failing places, and its uses in them, under the new name.
pub(super) fn uses(case: &Case<'_>, name: &str, new: &str) -> Result<Vec<Edit>, FixError> {
    let mut edits = Vec::new();
    for place in &case.places {
        let Ok(text) = case.context.workspace.read_text(&place.file) else {
            continue;
        };
        let lines = Lines::of(&text);
        let Some(own) = test_at(&text, place.line) else {
            continue;
        };
        let in_test = PYTHON.places_of(&text, name).into_iter().filter(|at| {
            let line = lines.line_of(at.start);
            own.contains(&line) && !is_member_at(&text, at)
        });
        for at in in_test {
            let edit = Edit::replace(&place.file, &text, at, new)?;
            if !edits.contains(&edit) {
                edits.push(edit);
            }
        }
    }
    Ok(edits)
}

/// The lines of the function that begins at a line, or below its decorators, 1-based.
fn test_at(text: &str, line: u32) -> Option<std::ops::RangeInclusive<u32>> {
    let skipped = usize::try_from(line).ok()?.checked_sub(1)?;
    let mut lines = text.lines().zip(1_u32..).skip(skipped);
    let (head, start) = lines.find(|(line, _)| declared(line).is_some())?;
    let end = lines.take_while(|(line, _)| belongs(line, head)).last();
    Some(start..=end.map_or(start, |(_, line)| line))
}

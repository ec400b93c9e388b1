//! C: a definition changed its types, and its prototype is still that of the definition before: it follows.

use unbreak_core::{Edit, Fact, StrategyError};

use super::definition::declared;
use super::patch::Patch;
use super::{Case, Offer};
use crate::code_words::{C, Family};
use crate::lines::line_at;
use crate::renaming::{is_prototype, pages};
use crate::weights::confidence;

/// The prototype of the present definition.
pub(super) async fn offers(case: &Case<'_>) -> Result<Vec<Offer>, StrategyError> {
    let Some(Fact::DuplicateDefinition { name: Some(name) }) = &case.diagnostic.fact else {
        return Ok(Vec::new());
    };
    let family = case
        .places
        .first()
        .and_then(|place| Family::of(place.file.as_str()));
    if !family.is_some_and(|family| std::ptr::eq(family, &raw const C)) {
        return Ok(Vec::new());
    }
    let changes = case.changes_about(name).await;
    let Some((old, new)) = changes.iter().find_map(|patch| changed_in(patch, name)) else {
        return Ok(Vec::new());
    };
    let mut edits = Vec::new();
    for page in pages(case.context.workspace, &C, name) {
        for place in &page.places {
            let line = line_at(&page.text, place.start);
            let own = line.trim_end().trim_end_matches(';');
            if is_prototype(&C, line) && own.trim_start() == old {
                let start = page.text[..place.start].rfind('\n').map_or(0, |end| end + 1);
                let at = start + line.len() - line.trim_start().len();
                edits.push(Edit::replace(&page.file, &page.text, at..start + own.len(), new)?);
            }
        }
    }
    let [edit] = edits.as_slice() else {
        return Ok(Vec::new());
    };
    Ok(vec![Offer {
        title: format!(
            "write the prototype of '{name}' as its definition in {}",
            edit.file
        ),
        reason: format!(
            "the definition of '{name}' was changed, and the prototype is that of the one before"
        ),
        confidence: confidence::likely(),
        is_safe: true,
        is_determined: true,
        edits,
    }])
}

/// The line of a function's definition before and after a change, without its brace.
fn changed_in<'p>(patch: &'p Patch, name: &str) -> Option<(&'p str, &'p str)> {
    fn signature(line: &str) -> &str {
        line.trim().trim_end_matches('{').trim_end()
    }
    patch.hunks.iter().find_map(|hunk| {
        let is_it = |line: &&String| declared(line) == Some(name) && !is_prototype(&C, line);
        let (old, new) = (hunk.old.iter().find(is_it)?, hunk.new.iter().find(is_it)?);
        let is_whole = |line: &str| signature(line).ends_with(')');
        (old != new && is_whole(old) && is_whole(new)).then(|| (signature(old), signature(new)))
    })
}

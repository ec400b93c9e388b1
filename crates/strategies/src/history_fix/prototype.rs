//! C: a prototype and a definition do not fit, and a change altered one of them. Where the definition changed its types
//! and its prototype is still that of before, it follows. Where only the prototype changed, it gets back what it said.

use unbreak_core::{Edit, Fact, StrategyError};

use super::definition::declared;
use super::patch::{Hunk, Patch};
use super::{Case, Offer};
use crate::code_words::{C, Family};
use crate::declared::prototype;
use crate::lines::{Lines, line_at};
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
        return Ok(restored(case, name).await?.into_iter().collect());
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

/// The only prototype as it was before the newest change to it, if that changed nothing else about the function.
async fn restored(case: &Case<'_>, name: &str) -> Result<Option<Offer>, StrategyError> {
    let pages = pages(case.context.workspace, &C, name);
    let prototypes = pages
        .iter()
        .filter_map(|page| Some((page, prototype(&page.text, name)?)));
    let prototypes: Vec<_> = prototypes.collect();
    let [(page, place)] = prototypes.as_slice() else {
        return Ok(None);
    };
    let lines = Lines::of(&page.text);
    let own = lines.line_of(place.start)..lines.line_of(place.end) + 1;
    let is_its = |hunk: &&Hunk| hunk.file == page.file && hunk.is_within(&own);
    for patch in std::iter::once(&case.uncommitted).chain(case.last_commit().await) {
        let mut hunks = patch.hunks.iter().filter(is_its);
        let (Some(hunk), None) = (hunks.next(), hunks.next()) else {
            continue;
        };
        if hunk.old.len() != hunk.new.len() || patch.mentions_beside(hunk, name) {
            return Ok(None);
        }
        let edit = hunk.restored(case.context.workspace)?;
        return Ok(edit.map(|edit| Offer {
            title: format!("write the prototype of '{name}' as before in {}", hunk.file),
            reason: format!("a change altered the prototype of '{name}' and not its definition"),
            confidence: confidence::likely(),
            is_safe: true,
            is_determined: true,
            edits: vec![edit],
        }));
    }
    Ok(None)
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

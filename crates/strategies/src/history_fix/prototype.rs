//! C: a prototype and a definition do not fit, and a change altered one of them. Where the definition changed its types
//! and its prototype is still that of before, it follows. Where only the prototype changed, it gets back what it said.

use std::ops::Range;

use unbreak_core::{Edit, Fact, StrategyError};

use super::definition::declared;
use super::patch::{Hunk, Patch};
use super::{Case, Offer};
use crate::code_words::{C, Family, is_word};
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
        let last = case.git.last_commit().await;
        for patch in std::iter::once(&case.uncommitted).chain(last) {
            if let Some(offer) = restored(case, patch, name)? {
                return Ok(vec![offer]);
            }
        }
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

/// The prototype before a change that altered nothing else about the function.
fn restored(case: &Case<'_>, patch: &Patch, name: &str) -> Result<Option<Offer>, StrategyError> {
    let pages = pages(case.context.workspace, &C, name);
    let all = pages
        .iter()
        .flat_map(|page| page.places.iter().map(move |place| (page, place)));
    let prototypes = all.filter_map(|(page, place)| Some((&page.file, prototype(&page.text, place)?)));
    let prototypes: Vec<_> = prototypes.collect();
    let [(file, lines)] = prototypes.as_slice() else {
        return Ok(None);
    };
    let is_within = |hunk: &&Hunk| hunk.file == **file && hunk.is_within(lines);
    let (mut within, mut others) = (
        patch.hunks.iter().filter(is_within),
        patch.all().filter(|hunk| !is_within(hunk)),
    );
    let (Some(hunk), None) = (within.next(), within.next()) else {
        return Ok(None);
    };
    if hunk.old.len() != hunk.new.len() || others.any(|other| other.had(name) || other.has(name)) {
        return Ok(None);
    }
    let edit = hunk.restored(case.context.workspace)?;
    Ok(edit.map(|edit| Offer {
        title: format!("write the prototype of '{name}' as before in {}", hunk.file),
        reason: format!("a change altered the prototype of '{name}' and not its definition"),
        confidence: confidence::likely(),
        is_safe: true,
        is_determined: true,
        edits: vec![edit],
    }))
}

/// The lines of the prototype at a name; `None` if something else stands there.
fn prototype(text: &str, name: &Range<usize>) -> Option<Range<u32>> {
    let before = text[..name.start].rsplit('\n').next()?;
    let has_type =
        before.starts_with(is_word) && before.contains([' ', '\t']) && !before.contains(['(', '=']);
    let end = name.end + text[name.end..].find(['{', ';'])?;
    let lines = Lines::of(text);
    let is_prototype = has_type && text[end..].starts_with(';') && text[name.end..end].contains('(');
    is_prototype.then(|| lines.line_of(name.start)..lines.line_of(end) + 1)
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

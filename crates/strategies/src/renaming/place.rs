//! What stands around a name in a text.

use std::ops::Range;

use crate::code_words::{ACCESSES, Family, SCRIPT, is_word};

/// The name before the `.`, `->` or `::` before a place; empty where that is not a name.
pub(crate) fn qualifier<'t>(text: &'t str, place: &Range<usize>) -> Option<&'t str> {
    let before = text[..place.start].trim_end();
    let line = &before[before.rfind('\n').map_or(0, |end| end + 1)..];
    // The sentence of a comment on the line above ends like an access.
    let is_comment = ["//", "#", "*"].iter().any(|mark| line.contains(mark));
    if is_comment && text[before.len()..place.start].contains('\n') {
        return None;
    }
    let owner = ACCESSES.iter().find_map(|access| before.strip_suffix(access))?;
    // `...items` spreads a name and qualifies nothing.
    let owner = owner.strip_suffix('?').unwrap_or(owner);
    (!owner.ends_with('.')).then(|| &owner[owner.trim_end_matches(is_word).len()..])
}

/// Returns whether a name is behind an object, a type or a module.
pub(crate) fn is_member_at(text: &str, place: &Range<usize>) -> bool {
    qualifier(text, place).is_some()
}

/// Returns whether a name stands in the object that a module exports: those who import it follow, too.
pub(super) fn is_exported(text: &str, at: usize) -> bool {
    let object = opening(text, at).filter(|open| text[*open..].starts_with('{'));
    object.is_some_and(|open| {
        let before = text[..open].trim_end().strip_suffix('=').unwrap_or_default();
        before.trim_end().ends_with("module.exports")
    })
}

/// Returns whether a name stands alone between the braces of an object or of a pattern: `{ name, other: 1 }`.
pub(super) fn is_shorthand(text: &str, place: &Range<usize>) -> bool {
    let after = text[place.end..].trim_start();
    let is_default = after.starts_with('=') && !after.starts_with("==") && !after.starts_with("=>");
    let before = text[..place.start].trim_end();
    if !(after.starts_with([',', '}']) || is_default) || !before.ends_with(['{', ',']) {
        return false;
    }
    let Some(open) = opening(text, place.start).filter(|open| text[*open..].starts_with('{')) else {
        return false;
    };
    let before = text[..open].trim_end();
    let word = &before[before.trim_end_matches(is_word).len()..];
    // Otherwise it is a block.
    before.ends_with(['(', ',', '=', '[', ':', '?', '&', '|'])
        || ["const", "let", "var", "return", "default", "yield"].contains(&word)
}

/// The bracket that is open at a byte.
pub(crate) fn opening(text: &str, at: usize) -> Option<usize> {
    let mut depth = 0_usize;
    for (index, c) in text[..at].char_indices().rev() {
        match c {
            ')' | ']' | '}' => depth += 1,
            '(' | '[' | '{' if depth == 0 => return Some(index),
            '(' | '[' | '{' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// Returns whether a name is only a label: the keyword of an argument, the key of an object.
pub(super) fn is_label(family: &Family, text: &str, place: &Range<usize>) -> bool {
    let after = text[place.end..].trim_start();
    let before = text[..place.start].trim_end();
    let is_inner = before.ends_with(['(', ',', '{']);
    match std::ptr::eq(family, &raw const SCRIPT) {
        true => is_inner && after.starts_with(':'),
        false => is_inner && after.starts_with('=') && !after.starts_with("=="),
    }
}

//! Edits that something else than the strategy vouches for: the complaining tool, the history, or the documentation of
//! a library.

use std::ops::Range;

use crate::diagnostic::{Applicability, Diagnostic, ErrorType, Location, SuggestedEdit};
use crate::evidence::DeterminedBy;
use crate::fact::Fact;
use crate::fix::{Edit, Fix, SafetyClass};
use crate::policy::guard::is_test_file;

/// Returns whether every edit is machine-applicable and offered by a tool with these diagnostics.
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

/// Returns whether a linter offers the edits as machine-applicable, in an answer that the text of its findings does not
/// contain.
pub(super) fn is_linters_own(fix: &Fix, diagnostics: &[&Diagnostic]) -> bool {
    fix.evidence.determined_by == DeterminedBy::ToolEdit
        && !diagnostics.is_empty()
        && diagnostics.iter().all(|it| it.error_type == ErrorType::Lint)
}

/// Returns whether every edit lets a use follow the rename of its definition: the missing name of the failure becomes
/// another, and the history of the project shows the rename. A test may not have the other name yet, which could be
/// that of something else; the file of the definition has it, and its examples follow.
pub(super) fn follow_a_rename(fix: &Fix, edits: &[&Edit], source: &str, diagnostics: &[&Diagnostic]) -> bool {
    let facts = diagnostics
        .iter()
        .filter_map(|diagnostic| diagnostic.fact.as_ref());
    let missing: Vec<&str> = facts
        .filter_map(|fact| match fact {
            Fact::MissingFixture { name } => Some(name.as_str()),
            other => other.missing_name(),
        })
        .collect();
    let is_name = |text: &str| !text.is_empty() && text.chars().all(is_word);
    let is_new = |text: &str| source.split(|c| !is_word(c)).all(|word| word != text);
    let Some((file, new)) = edits.first().map(|edit| (&edit.file, edit.replacement.as_str())) else {
        return false;
    };
    fix.evidence.determined_by == DeterminedBy::History
        && is_name(new)
        && (is_new(new) || !is_test_file(file))
        && edits
            .iter()
            .all(|edit| edit.replacement == new && missing.contains(&edit.original.as_str()))
}

/// Returns whether whole lines are as the history of the project shows them, and differ in nothing but names that the
/// failure does not find.
pub(super) fn restore_names(
    fix: &Fix,
    edits: &[&Edit],
    (before, after): (&str, &str),
    diagnostics: &[&Diagnostic],
) -> bool {
    let are_lines = edits.iter().all(|edit| edit.original.ends_with('\n'));
    let missing: Vec<&str> = diagnostics
        .iter()
        .filter_map(|diagnostic| diagnostic.fact.as_ref()?.missing_name())
        .collect();
    let split = |text| str::split_inclusive(text, |c| !is_word(c));
    let (mut old, mut new) = (split(before), split(after));
    let is_same = |(old, new): (&str, &str)| {
        let ending = |part: &str| part.trim_start_matches(is_word).to_owned();
        let word = |part: &str| part.trim_end_matches(|c| !is_word(c)).to_owned();
        old == new
            || ending(old) == ending(new) && !word(new).is_empty() && missing.contains(&word(old).as_str())
    };
    let is_all = old.by_ref().zip(new.by_ref()).all(is_same);
    fix.evidence.determined_by == DeterminedBy::History
        && are_lines
        && is_all
        && old.next().is_none()
        && new.next().is_none()
}

/// Returns whether every edit writes the new path of what the failure does not find, and the history of the project
/// shows that it was moved there.
pub(super) fn follow_a_move(fix: &Fix, edits: &[&Edit], diagnostics: &[&Diagnostic]) -> bool {
    let Some((old, new)) = edits.first().map(|edit| (&edit.original, &edit.replacement)) else {
        return false;
    };
    let is_path = |text: &str| !text.is_empty() && text.chars().all(|c| is_word(c) || "/.-".contains(c));
    let mut messages = diagnostics.iter().map(|diagnostic| &diagnostic.message);
    fix.evidence.determined_by == DeterminedBy::History
        && is_path(old)
        && is_path(new)
        && edits
            .iter()
            .all(|edit| (&edit.original, &edit.replacement) == (old, new))
        && messages.any(|message| {
            message
                .split(|c| "'\"‘’`[],: ".contains(c))
                .any(|part| part.ends_with(old.as_str()))
        })
}

/// Returns whether a built-in rule makes the fix that claims to keep the meaning, in answer to a failure that is no
/// failed expectation: what a test asks of the project stays the same. An assertion that a library makes before any
/// code of the project runs is about the library's use, and so is what the runner says of a file of tests without a line
/// when it loads it.
pub(super) fn follow_a_library(fix: &Fix, diagnostics: &[&Diagnostic]) -> bool {
    let is_librarys_own =
        |it: &Diagnostic| !it.frames.is_empty() && it.frames.iter().all(|frame| !frame.in_workspace);
    let is_of_loading = |it: &Diagnostic| {
        it.file().is_some() && it.test.as_deref() == it.file() && it.location.line.is_none()
    };
    let is_expectation = |it: &&Diagnostic| {
        it.error_type == ErrorType::Assertion && !is_librarys_own(it) && !is_of_loading(it)
    };
    fix.evidence.determined_by == DeterminedBy::Rule
        && fix.safety == SafetyClass::Safe
        && !diagnostics.iter().any(is_expectation)
}

/// Returns whether the language says what replaces a form that it does not have any more.
pub(super) fn follow_the_language(fix: &Fix) -> bool {
    fix.evidence.determined_by == DeterminedBy::Convention && fix.safety == SafetyClass::Safe
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
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

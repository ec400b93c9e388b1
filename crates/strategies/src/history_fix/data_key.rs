//! A key was renamed in the code that reads it: the file of data that has it follows.

use std::ops::Range;

use unbreak_core::policy::guard::is_test_file;
use unbreak_core::{Edit, Fact, RelPath, StrategyError};

use super::literal::{places_of, renamed_in, written_instead};
use super::lost::is_code;
use super::missing::Missing;
use super::patch::Patch;
use super::{Case, Offer};
use crate::code_words::is_word;
use crate::lines::Lines;
use crate::weights::confidence;

/// The endings of files of data, which programs read by keys.
const DATA: [&str; 8] = ["cfg", "env", "ini", "json", "properties", "toml", "yaml", "yml"];

/// A rename of a key.
struct Rename {
    old: String,
    new: String,
    /// Whether the failure names the key, or the tests were changed to the new one.
    is_asked_for: bool,
}

/// Renames a key in the only file of data that has the old one, where a change renamed it in all code.
pub(super) async fn offers(case: &Case<'_>) -> Result<Vec<Offer>, StrategyError> {
    let Some(Rename {
        old,
        new,
        is_asked_for,
    }) = rename(case).await
    else {
        return Ok(Vec::new());
    };
    let texts = case.texts().into_iter().filter(|(file, _)| is_code(file));
    let (data, code): (Vec<_>, Vec<_>) = texts.partition(|(file, _)| DATA.contains(&file.extension()));
    let has = |text: &str, key: &str| places_of(text, key).next().is_some();
    if code.iter().any(|(_, text)| has(text, &old)) {
        return Ok(Vec::new());
    }
    let mut with_key = data.iter().filter(|(_, text)| !keys(text, &old).is_empty());
    let (Some((file, text)), None) = (with_key.next(), with_key.next()) else {
        return Ok(Vec::new());
    };
    let is_read = code.iter().any(|(_, code)| code.contains(file.file_name()));
    if !is_read || has(text, &new) {
        return Ok(Vec::new());
    }
    let edits = keys(text, &old)
        .into_iter()
        .map(|at| Edit::replace(file, text, at, &new))
        .collect::<Result<_, _>>()?;
    Ok(vec![Offer {
        title: format!("rename the key \"{old}\" to \"{new}\" in {file}"),
        reason: format!("a change renamed \"{old}\" in all code, and only {file} has it still"),
        confidence: confidence::likely(),
        is_safe: is_asked_for,
        is_determined: true,
        edits,
    }])
}

/// The rename that the failure is about: of the key that nothing has, of the keyword that nothing takes, or of a word
/// on a failing line.
async fn rename(case: &Case<'_>) -> Option<Rename> {
    let named = |old: &str, new: &str| Rename {
        old: old.to_owned(),
        new: new.to_owned(),
        is_asked_for: true,
    };
    if let Some(Missing::Parameter {
        keyword: Some(old), ..
    }) = &case.missing
    {
        let changes = case.changes_about(old).await;
        return changes
            .iter()
            .find_map(|patch| Some(named(old, renamed_in(patch, old)?.0)));
    }
    if let Some(Fact::MissingKey { key }) = &case.diagnostic.fact {
        let changes = case.changes_about(key).await;
        return changes
            .iter()
            .find_map(|patch| Some(named(before(patch, key)?, key)));
    }
    let last = case.last_commit().await;
    for patch in std::iter::once(&case.uncommitted).chain(last) {
        for new in words_of_failing_lines(case) {
            if let Some(old) = before(patch, &new) {
                let mut tests = patch.hunks.iter().filter(|hunk| is_test_file(&hunk.file));
                let is_asked_for = tests.any(|hunk| hunk.has(&new) && !hunk.had(&new));
                return Some(Rename {
                    old: old.to_owned(),
                    new,
                    is_asked_for,
                });
            }
        }
    }
    None
}

fn words_of_failing_lines(case: &Case<'_>) -> Vec<String> {
    let line = |file: &RelPath, line: u32| {
        let text = case.context.workspace.read_text(file).ok()?;
        let range = Lines::of(&text).range(&text, line)?;
        let words = text[range].split(|c| !is_word(c)).filter(|word| word.len() > 2);
        Some(words.map(str::to_owned).collect::<Vec<_>>())
    };
    let lines = case
        .places
        .iter()
        .filter_map(|place| line(&place.file, place.line));
    lines.flatten().collect()
}

/// The one text that a change replaced wherever code got a key: `None` if it did anything else about the key.
fn before<'p>(patch: &'p Patch, new: &str) -> Option<&'p str> {
    let mut found = None;
    for hunk in patch
        .hunks
        .iter()
        .filter(|hunk| is_code(&hunk.file) && hunk.has(new))
    {
        if hunk.had(new) || hunk.old.len() != hunk.new.len() {
            return None;
        }
        for (old, line) in hunk.old.iter().zip(&hunk.new) {
            if places_of(line, new).next().is_some() {
                let gone = written_instead(line, old, new)?;
                if *found.get_or_insert(gone) != gone {
                    return None;
                }
            }
        }
    }
    found
}

/// The places where a text gives a key a value, as JSON, TOML, YAML and INI write it, or begins a table of its name.
fn keys(text: &str, key: &str) -> Vec<Range<usize>> {
    let is_key = |at: &Range<usize>| {
        let (before, after) = (&text[..at.start], &text[at.end..]);
        let quote = before.chars().next_back().filter(|c| matches!(c, '"' | '\''));
        let (before, after) = match quote.filter(|quote| after.starts_with(*quote)) {
            Some(_) => (&before[..before.len() - 1], &after[1..]),
            None => (before, after),
        };
        let before = before.trim_end_matches([' ', '\t']);
        let begins = before.is_empty() || before.ends_with(['\n', '{', ',', '-']);
        let is_table = before
            .strip_suffix('[')
            .is_some_and(|it| it.is_empty() || it.ends_with('\n'));
        begins && after.trim_start_matches([' ', '\t']).starts_with([':', '='])
            || is_table && after.starts_with([']', '.'])
    };
    places_of(text, key).filter(is_key).collect()
}

//! A key or a text value was renamed where it is defined: the use that fails follows. Or its entry was lost.

use std::ops::Range;

use unbreak_core::policy::guard::is_test_file;
use unbreak_core::{Edit, Fact, RelPath, StrategyError};

use super::definition::defined;
use super::lost::is_code;
use super::patch::{Hunk, Patch};
use super::place::Place;
use super::renamed::definition_renamed_in;
use super::{Case, Offer};
use crate::code_words::is_word;
use crate::lines::Lines;
use crate::weights::confidence;

/// Offers for a key that nothing has, or a value that its type does not allow.
pub(super) async fn offers(case: &Case<'_>) -> Result<Vec<Offer>, StrategyError> {
    let Some(key) = missing(case).filter(|key| key.len() > 1 && key.contains(char::is_alphabetic)) else {
        return Ok(Vec::new());
    };
    let Some((new, home)) = renamed(case, key).await else {
        return Ok(Vec::new());
    };
    let edit = case
        .places
        .iter()
        .find_map(|place| edit_at(case, place, key, &new));
    let edit = edit.transpose()?;
    Ok(edit
        .map(|edit| Offer {
            title: format!("use \"{new}\" instead of \"{key}\""),
            reason: format!("\"{key}\" was renamed in {home}, and nothing else in its lines changed"),
            confidence: confidence::likely(),
            is_safe: true,
            is_determined: true,
            edits: vec![edit],
        })
        .into_iter()
        .collect())
}

/// What a key became, and the file in which it did.
async fn renamed(case: &Case<'_>, key: &str) -> Option<(String, RelPath)> {
    let changes = case.changes_about(key).await;
    if let Some((new, home)) = changes.iter().find_map(|patch| renamed_in(patch, key)) {
        let now = case.context.workspace.read_text(home).unwrap_or_default();
        let is_complete = places_of(&now, key).next().is_none() && places_of(&now, new).next().is_some();
        return is_complete.then(|| (new.to_owned(), home.clone()));
    }
    // `"shop.total"` names a function of the group `shop`.
    let (group, name) = key.split_at(key.rfind(['.', ':'])? + 1);
    let changes = case.changes_about(name).await;
    let (new, home) = changes
        .iter()
        .find_map(|patch| definition_renamed_in(patch, name))?;
    let now = case.context.workspace.read_text(home).unwrap_or_default();
    let defines = |name: &str| now.lines().any(|line| defined(line) == Some(name));
    (defines(new) && !defines(name)).then(|| (format!("{group}{new}"), home.clone()))
}

/// Larger hunks are not about one entry.
const MOST_ENTRY_LINES: usize = 3;

/// Restores the entry of a key that nothing has because a change took it away, and did nothing else about the key.
pub(super) async fn lost(case: &Case<'_>) -> Result<Vec<Offer>, StrategyError> {
    let Some(key) = missing(case).filter(|key| key.contains(char::is_alphabetic)) else {
        return Ok(Vec::new());
    };
    for patch in case.changes_about(key).await.iter() {
        let has_key = |lines: &[String]| lines.iter().any(|line| places_of(line, key).next().is_some());
        // Tests that name it anew ask for it.
        let names_anew = |hunk: &Hunk| has_key(&hunk.new) && !has_key(&hunk.old) && !is_test_file(&hunk.file);
        if patch.all().any(names_anew) {
            break;
        }
        let mut about = patch
            .all()
            .filter(|hunk| has_key(&hunk.old) && !has_key(&hunk.new));
        let Some(hunk) = about.next() else {
            continue;
        };
        let is_entry = |line: &String| entry_of(line) == Some(key);
        let is_lost =
            hunk.new.is_empty() && hunk.old.len() <= MOST_ENTRY_LINES && hunk.old.iter().any(is_entry);
        if !is_lost || about.next().is_some() || !patch.hunks.contains(hunk) {
            break;
        }
        let since = match patch.commit.as_str() {
            "" => Some(patch.clone()),
            commit => case.git.since_before(commit, &hunk.file).await,
        };
        let is_same = |other: &&Hunk| other.old == hunk.old && other.new == hunk.new;
        let now = since.as_ref().and_then(|since| since.hunks.iter().find(is_same));
        let edit = now
            .map(|hunk| hunk.restored(case.context.workspace))
            .transpose()?
            .flatten();
        let is_safe = is_named_beside_tests(case, key);
        let offer = edit.map(|edit| Offer {
            title: format!("restore the entry \"{key}\" in {}", hunk.file),
            reason: format!("a change took \"{key}\" away, and it is still asked for"),
            confidence: confidence::likely(),
            is_safe,
            is_determined: true,
            edits: vec![edit],
        });
        return Ok(offer.into_iter().collect());
    }
    Ok(Vec::new())
}

/// The key that a line gives a value: `"key": 1`, `'key' => 1`.
fn entry_of(line: &str) -> Option<&str> {
    let line = line.trim_start();
    let quote = line.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let (key, behind) = line[1..].split_once(quote)?;
    let behind = behind.trim_start();
    (behind.starts_with(':') || behind.starts_with("=>")).then_some(key)
}

/// Returns whether code other than tests names a key in quotation marks.
fn is_named_beside_tests(case: &Case<'_>, key: &str) -> bool {
    let workspace = case.context.workspace;
    let files = workspace.files();
    let mut code = files.iter().filter(|file| is_code(file) && !is_test_file(file));
    code.any(|file| {
        let text = workspace.read_text(file).unwrap_or_default();
        ["\"", "'"]
            .iter()
            .any(|quote| text.contains(&format!("{quote}{key}{quote}")))
    })
}

/// The key or value that the failure is about.
fn missing<'a>(case: &'a Case<'_>) -> Option<&'a str> {
    match case.diagnostic.fact.as_ref()? {
        Fact::MissingKey { key } => Some(key),
        Fact::TypeMismatch {
            found: Some(found), ..
        } => found.strip_prefix('"')?.strip_suffix('"'),
        _ => None,
    }
}

/// The one text that a change wrote wherever it took a key away, and the first file where it did: `None` if it did
/// anything else about the key.
pub(super) fn renamed_in<'p>(patch: &'p Patch, key: &str) -> Option<(&'p str, &'p RelPath)> {
    let mut found: Option<(&str, &RelPath)> = None;
    for hunk in patch.all() {
        let has_key = |lines: &[String]| lines.iter().any(|line| places_of(line, key).next().is_some());
        if !has_key(&hunk.old) {
            continue;
        }
        if hunk.old.len() != hunk.new.len() || has_key(&hunk.new) {
            return None;
        }
        let pairs = hunk.old.iter().zip(&hunk.new);
        for (old, new) in pairs.filter(|(old, _)| places_of(old, key).next().is_some()) {
            let came = written_instead(old, new, key)?;
            let (known, _) = *found.get_or_insert((came, &hunk.file));
            if known != came {
                return None;
            }
        }
    }
    found
}

/// What a line has in the place of a key that another line had, if nothing else differs.
pub(super) fn written_instead<'n>(old: &str, new: &'n str, key: &str) -> Option<&'n str> {
    let first = places_of(old, key).next()?;
    let behind = &old[first.end..];
    let rest = new.strip_prefix(&old[..first.start])?;
    let came = rest.strip_suffix(behind).or_else(|| {
        // The line names the key several times.
        let length = rest.find(|c: char| !is_part(c)).unwrap_or(rest.len());
        let came = &rest[..length];
        (old.replace(key, came) == new).then_some(came)
    })?;
    (!came.is_empty() && came.chars().all(is_part)).then_some(came)
}

/// The places of a key that is not part of a longer one.
pub(super) fn places_of<'t>(text: &'t str, key: &'t str) -> impl Iterator<Item = Range<usize>> {
    let found = text.match_indices(key).map(|(at, key)| at..at + key.len());
    found.filter(|at| !text[..at.start].ends_with(is_part) && !text[at.end..].starts_with(is_part))
}

fn is_part(c: char) -> bool {
    is_word(c) || c == '-'
}

/// The edit of the only use in quotation marks on a line.
fn edit_at(case: &Case<'_>, place: &Place, key: &str, new: &str) -> Option<Result<Edit, StrategyError>> {
    let text = case.context.workspace.read_text(&place.file).ok()?;
    let line = Lines::of(&text).range(&text, place.line)?;
    let is_quoted = |at: &Range<usize>| {
        let before = text[..at.start].chars().next_back();
        before.is_some_and(|c| matches!(c, '"' | '\'' | '`')) && text[at.end..].chars().next() == before
    };
    let places = places_of(&text[line.clone()], key).map(|at| at.start + line.start..at.end + line.start);
    let mut quoted = places.filter(is_quoted);
    let (Some(at), None) = (quoted.next(), quoted.next()) else {
        return None;
    };
    Some(Edit::replace(&place.file, &text, at, new).map_err(StrategyError::from))
}

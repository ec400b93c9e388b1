//! A parameter that the last change to a definition removed comes back.

use unbreak_core::{Edit, Fact, RelPath, StrategyError};

use super::definition::{declared, defined, lines_of};
use super::patch::{Hunk, Patch, with_word};
use super::{Case, Offer};
use crate::code_words::{Family, PYTHON, has_word, is_word, words};
use crate::lines::{Lines, indentation};
use crate::renaming::is_member_at;
use crate::weights::confidence;

/// Restores the definition of a callee that refuses an argument, where the working tree or the newest
/// commit about it took the parameter away.
pub(super) async fn offers(
    case: &Case<'_>,
    callee: &str,
    keyword: Option<&str>,
) -> Result<Vec<Offer>, StrategyError> {
    let is_it = |hunk: &Hunk| lost(hunk, callee, keyword);
    let Some((patch, hunk)) = newest(case, callee, is_it).await else {
        return Ok(Vec::new());
    };
    Ok(restored(case, callee, &patch, &hunk).await?.into_iter().collect())
}

/// Restores the definition around the failing place that lost a parameter of this name.
pub(super) async fn of_name(case: &Case<'_>, name: &str) -> Result<Vec<Offer>, StrategyError> {
    let Some((file, callee)) = around(case) else {
        return Ok(Vec::new());
    };
    let is_it = |hunk: &Hunk| hunk.file == file && lost(hunk, &callee, Some(name));
    let Some((patch, hunk)) = newest(case, &callee, is_it).await else {
        return Ok(Vec::new());
    };
    let following = followed(case, &callee, (&patch, &hunk), name)?;
    let mut offer = restored(case, &callee, &patch, &hunk).await?;
    if let Some(offer) = offer.as_mut().filter(|_| following.is_none()) {
        // The body reads a name that only the parameter can have been.
        offer.is_safe = offer.is_determined;
    }
    Ok(following.into_iter().chain(offer).collect())
}

/// The parameter's new name in the rest of the body, where a change gave it another and did nothing else to the list.
fn followed(
    case: &Case<'_>,
    callee: &str,
    (patch, hunk): (&Patch, &Hunk),
    name: &str,
) -> Result<Option<Offer>, StrategyError> {
    let (Some(old), Some(new)) = (definition(&hunk.old, callee), definition(&hunk.new, callee)) else {
        return Ok(None);
    };
    let mut words = new.split(|c| !is_word(c)).filter(|word| !word.is_empty());
    let Some(new) = words.find(|word| with_word(old, name, word) == new) else {
        return Ok(None);
    };
    let text = case.context.workspace.read_text(&hunk.file)?;
    let (Some(family), Some(own)) = (Family::of(hunk.file.as_str()), lines_of(&text, callee)) else {
        return Ok(None);
    };
    let lines = Lines::of(&text);
    let places = family.places_of(&text, name).into_iter();
    let uses =
        places.filter(|place| own.contains(&lines.line_of(place.start)) && !is_member_at(&text, place));
    let edits: Result<Vec<Edit>, _> = uses
        .map(|place| Edit::replace(&hunk.file, &text, place, new))
        .collect();
    let edits = edits?;
    let follows = |other: &&Hunk| {
        let mut pairs = other.old.iter().zip(&other.new);
        let is_use = |old: &String| has_word(old, name) && function(old) != Some(callee);
        other.file == hunk.file
            && pairs.any(|(old, new_line)| is_use(old) && with_word(old, name, new) == *new_line)
    };
    let is_followed = patch.hunks.iter().any(|other| follows(&other));
    Ok((!edits.is_empty()).then(|| Offer {
        title: format!("use '{new}' instead of '{name}' in '{callee}'"),
        reason: format!("the last change to '{callee}' renamed its parameter '{name}'"),
        confidence: confidence::resolved(),
        is_safe: is_followed,
        is_determined: is_followed,
        edits,
    }))
}

/// The file of the failing place, and the function whose lines hold it.
fn around(case: &Case<'_>) -> Option<(RelPath, String)> {
    let place = case.places.first()?;
    let text = case.context.workspace.read_text(&place.file).ok()?;
    let mut names = text.lines().filter_map(function);
    let holds = |name: &&str| own_lines_hold(&text, name, place.line);
    let callee = names.rfind(holds).map(str::to_owned)?;
    Some((place.file.clone(), callee))
}

fn own_lines_hold(text: &str, callee: &str, line: u32) -> bool {
    lines_of(text, callee).is_some_and(|own| own.contains(&line))
}

/// The function that a line defines: its name comes before parameters.
pub(super) fn function(line: &str) -> Option<&str> {
    let name = defined(line)?;
    let at = words(line, name).next()? + name.len();
    let rest = line[at..].trim_start();
    let is_function = rest.starts_with(['(', '<', '['])
        || rest.starts_with('=')
            && ["=>", "function", "lambda"]
                .iter()
                .any(|word| rest.contains(word));
    is_function.then_some(name)
}

/// The newest change to the definition of a callee, if it is the wanted one: not committed, or in a commit.
async fn newest(case: &Case<'_>, callee: &str, is_wanted: impl Fn(&Hunk) -> bool) -> Option<(Patch, Hunk)> {
    let found = |patch: &Patch| patch.hunks.iter().find(|hunk| is_wanted(hunk)).cloned();
    if let Some(hunk) = found(&case.uncommitted) {
        return Some((case.uncommitted.clone(), hunk));
    }
    let commits = case.git.commits_about(callee).await;
    let about = |commit: &Patch| {
        let mut hunks = commit.hunks.iter();
        hunks.any(|hunk| definition(&hunk.new, callee).is_some())
    };
    let patch = commits.iter().find(|commit| about(commit))?.clone();
    let hunk = found(&patch)?;
    Some((patch, hunk))
}

/// The definition with the parameters that it had, and the lines of its body that used them.
async fn restored(
    case: &Case<'_>,
    callee: &str,
    patch: &Patch,
    hunk: &Hunk,
) -> Result<Option<Offer>, StrategyError> {
    let workspace = case.context.workspace;
    let (Some(old), Some(new)) = (definition(&hunk.old, callee), definition(&hunk.new, callee)) else {
        return Ok(None);
    };
    let text = workspace.read_text(&hunk.file)?;
    let mut places = text.match_indices(new);
    let (Some((at, _)), None) = (places.next(), places.next()) else {
        return Ok(None);
    };
    let uses_it = still_uses(case, hunk, callee, &text, at);
    let mut edits = Vec::new();
    for hunk in body(case, callee, patch, hunk, &text).await {
        edits.extend(hunk.restored(workspace)?);
    }
    let is_whole = uses_it || !edits.is_empty();
    if !edits.iter().any(|edit| edit.range.contains(&at)) {
        edits.push(Edit::replace(&hunk.file, &text, at..at + new.len(), old)?);
    }
    Ok(Some(Offer {
        title: format!("restore the parameters of '{callee}' in {}", hunk.file),
        reason: format!("the last change to '{callee}' removed a parameter that its callers pass"),
        confidence: if is_whole {
            confidence::resolved()
        } else {
            confidence::preferred()
        },
        is_safe: uses_it && edits.len() == 1 && !patch.mentions_beside(hunk, callee),
        is_determined: is_whole,
        edits,
    }))
}

/// The changes within a function that removed the uses of its lost parameters, placed in the file as it is now.
async fn body(case: &Case<'_>, callee: &str, patch: &Patch, hunk: &Hunk, text: &str) -> Vec<Hunk> {
    let since = match patch.commit.as_str() {
        "" => Some(patch.clone()),
        commit => case.git.since_before(commit, &hunk.file).await,
    };
    let (Some(since), Some(own)) = (since, lines_of(text, callee)) else {
        return Vec::new();
    };
    let lost: Vec<&str> = lost_words(hunk, callee).collect();
    let is_body = |line: &&String| function(line) != Some(callee);
    let lost_use = |hunk: &Hunk| {
        let mut old = hunk.old.iter().filter(is_body);
        old.any(|line| lost.iter().any(|word| has_word(line, word) && !hunk.has(word)))
    };
    let is_wanted = |other: &Hunk| other.file == hunk.file && own.contains(&other.at) && lost_use(other);
    since.hunks.into_iter().filter(is_wanted).collect()
}

/// Returns whether the body of the definition at a byte still uses a parameter that it lost, and the file gives the name
/// no other meaning there. Otherwise the callers may have to follow.
fn still_uses(case: &Case<'_>, hunk: &Hunk, callee: &str, text: &str, definition: usize) -> bool {
    let from_here = &text[definition..];
    let Some(own) = lines_of(from_here, callee) else {
        return false;
    };
    let body = || {
        from_here
            .lines()
            .zip(1_u32..)
            .skip(1)
            .filter(|(_, line)| own.contains(line))
    };
    let is_used = |word: &str| body().any(|(text, _)| has_word(text, word));
    // Python's bodies do not read members by their bare names.
    let reads_members =
        Family::of(hunk.file.as_str()).is_none_or(|family| !std::ptr::eq(family, &raw const PYTHON));
    let is_readable = |line: &str| reads_members || indentation(line) == 0;
    // What is reported as undefined in the body has no other meaning there.
    let fails_here = case
        .places
        .first()
        .is_some_and(|place| place.file == hunk.file && own_lines_hold(text, callee, place.line));
    let is_missing = |word: &str| {
        fails_here && matches!(&case.diagnostic.fact, Some(Fact::UndefinedName { name, .. }) if name == word)
    };
    let is_bound = |word: &str| {
        !is_missing(word)
            && text
                .lines()
                .any(|line| is_readable(line) && declared(line) == Some(word))
    };
    lost_words(hunk, callee).any(|word| is_used(word) && !is_bound(word))
}

/// The words that a definition no longer has.
fn lost_words<'h>(hunk: &'h Hunk, callee: &str) -> impl Iterator<Item = &'h str> {
    let old = definition(&hunk.old, callee).unwrap_or_default();
    let new = definition(&hunk.new, callee).unwrap_or_default();
    let words = old.split(|c: char| !is_word(c));
    words.filter(|word| !word.is_empty() && !has_word(new, word))
}

/// Returns whether a hunk takes a parameter away from the definition of a callee.
fn lost(hunk: &Hunk, callee: &str, keyword: Option<&str>) -> bool {
    let (Some(old), Some(new)) = (definition(&hunk.old, callee), definition(&hunk.new, callee)) else {
        return false;
    };
    match keyword {
        Some(keyword) => has_word(old, keyword) && !has_word(new, keyword),
        None => {
            let parameters = |line: &str| line.matches(',').count() + usize::from(!line.contains("()"));
            parameters(old) > parameters(new)
        }
    }
}

fn definition<'h>(lines: &'h [String], callee: &str) -> Option<&'h str> {
    let is_definition = |line: &&String| function(line) == Some(callee);
    lines.iter().find(is_definition).map(String::as_str)
}

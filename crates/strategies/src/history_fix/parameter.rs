//! A parameter that the last change to a definition removed comes back, or the callers that were left follow.

use std::ops::Range;

use unbreak_core::{Edit, RelPath, StrategyError};

use super::definition::{defined, lines_of};
use super::patch::{Hunk, Patch};
use super::{Case, Offer};
use crate::code_words::{Family, has_word, is_word, words};
use crate::renaming::{pages, parameters};
use crate::weights::confidence;

/// Restores the definition of a callee that refuses an argument, where the working tree or the newest
/// commit about it took the parameter away; or takes the argument away where the change did so at other calls.
pub(super) async fn offers(
    case: &Case<'_>,
    callee: &str,
    keyword: Option<&str>,
) -> Result<Vec<Offer>, StrategyError> {
    let is_it = |hunk: &Hunk| lost(hunk, callee, keyword);
    let Some((patch, hunk)) = newest(case, callee, is_it).await else {
        return Ok(Vec::new());
    };
    if let Some(offer) = followed(case, callee, &patch, &hunk)? {
        return Ok(vec![offer]);
    }
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
    let mut offer = restored(case, &callee, &patch, &hunk).await?;
    if let Some(offer) = &mut offer {
        // The body reads a name that only the parameter can have been.
        offer.is_safe = offer.is_determined;
    }
    Ok(offer.into_iter().collect())
}

/// The file of the failing place, and the function whose lines hold it.
fn around(case: &Case<'_>) -> Option<(RelPath, String)> {
    let place = case.places.first()?;
    let text = case.context.workspace.read_text(&place.file).ok()?;
    let mut names = text.lines().filter_map(function);
    let holds = |name: &&str| lines_of(&text, name).is_some_and(|own| own.contains(&place.line));
    let callee = names.rfind(holds).map(str::to_owned)?;
    Some((place.file.clone(), callee))
}

/// The function that a line defines: its name comes before parameters.
fn function(line: &str) -> Option<&str> {
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
    let uses_it = still_uses(case, hunk, callee);
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
        is_safe: false,
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

/// The calls without the argument, where the body has no use for it and the change took it from other calls.
fn followed(
    case: &Case<'_>,
    callee: &str,
    patch: &Patch,
    hunk: &Hunk,
) -> Result<Option<Offer>, StrategyError> {
    let (Some(old), Some(new)) = (definition(&hunk.old, callee), definition(&hunk.new, callee)) else {
        return Ok(None);
    };
    let Some(family) = Family::of(hunk.file.as_str()).filter(|_| !still_uses(case, hunk, callee)) else {
        return Ok(None);
    };
    let (Some(before), Some(after)) = (passed(old, callee), passed(new, callee)) else {
        return Ok(None);
    };
    let Some(index) = removed(&before, &after) else {
        return Ok(None);
    };
    let own = usize::from(before.first().is_some_and(|first| is_receiver(first)));
    let (Some(index), count) = (index.checked_sub(own), before.len() - own) else {
        return Ok(None);
    };
    let shortens = |other: &&Hunk| {
        let counts = |lines: &[String]| {
            let calls = lines.iter().filter(|line| defined(line) != Some(callee));
            calls
                .filter_map(|line| passed(line, callee))
                .map(|list| list.len())
                .next()
        };
        counts(&other.old) == Some(count) && counts(&other.new) == Some(count - 1)
    };
    if !patch.hunks.iter().any(|other| shortens(&other)) {
        return Ok(None);
    }
    let pages = pages(case.context.workspace, family, callee);
    let lines = pages.iter().flat_map(|page| page.text.lines());
    // Calls of another function of the name may be right as they are.
    if lines.filter(|line| defined(line) == Some(callee)).count() != 1 {
        return Ok(None);
    }
    let mut edits = Vec::new();
    for page in &pages {
        for place in &page.places {
            let rest = &page.text[place.end..];
            let Some(list) = parameters::listed(rest).filter(|list| list.len() == count) else {
                continue;
            };
            let range = with_comma(&list, index);
            let range = place.end + range.start..place.end + range.end;
            edits.push(Edit::replace(&page.file, &page.text, range, "")?);
        }
    }
    Ok((!edits.is_empty()).then(|| Offer {
        title: format!("do not pass '{}' to '{callee}'", name_of(&before[index + own])),
        reason: format!("the last change to '{callee}' removed the parameter, also at other calls"),
        confidence: confidence::likely(),
        is_safe: true,
        is_determined: true,
        edits,
    }))
}

/// The parts of the list in brackets behind a name in a line.
fn passed(line: &str, callee: &str) -> Option<Vec<String>> {
    let at = words(line, callee).next()? + callee.len();
    let rest = &line[at..];
    let parts = parameters::listed(rest)?.into_iter();
    Some(parts.map(|part| rest[part].to_owned()).collect())
}

/// The index of the only part that the second list does not have.
fn removed(before: &[String], after: &[String]) -> Option<usize> {
    let fits = |index: &usize| {
        let mut rest = before.to_vec();
        rest.remove(*index);
        rest == after
    };
    (0..before.len()).find(fits)
}

fn is_receiver(parameter: &str) -> bool {
    let name = parameter
        .trim_start_matches(['&', ' '])
        .trim_start_matches("mut ");
    matches!(name_of(name), "self" | "cls")
}

fn name_of(parameter: &str) -> &str {
    let end = parameter.find(|c| !is_word(c)).unwrap_or(parameter.len());
    &parameter[..end]
}

/// The range of one part of a list with the comma that goes with it.
fn with_comma(list: &[Range<usize>], index: usize) -> Range<usize> {
    match (index.checked_sub(1), list.get(index + 1)) {
        (Some(before), _) => list[before].end..list[index].end,
        (None, Some(next)) => list[index].start..next.start,
        (None, None) => list[index].clone(),
    }
}

/// Returns whether the body still uses a parameter that its definition lost. Otherwise the callers may have
/// to follow.
fn still_uses(case: &Case<'_>, hunk: &Hunk, callee: &str) -> bool {
    let Ok(text) = case.context.workspace.read_text(&hunk.file) else {
        return false;
    };
    let Some(own) = lines_of(&text, callee) else {
        return false;
    };
    let body: Vec<&str> = text
        .lines()
        .zip(1_u32..)
        .filter(|(_, line)| *line > own.start && own.contains(line))
        .map(|(line, _)| line)
        .collect();
    lost_words(hunk, callee).any(|word| body.iter().any(|line| has_word(line, word)))
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
        None => old.matches(',').count() > new.matches(',').count(),
    }
}

fn definition<'h>(lines: &'h [String], callee: &str) -> Option<&'h str> {
    let is_definition = |line: &&String| function(line) == Some(callee);
    lines.iter().find(is_definition).map(String::as_str)
}

//! Decorators and attributes that a recent change removed from a definition come back.

use unbreak_core::policy::guard::is_test_file;
use unbreak_core::{RelPath, StrategyError};

use super::definition::declared;
use super::patch::{Hunk, Patch};
use super::{Case, Offer};
use crate::code_words::is_word;
use crate::lines::Lines;
use crate::weights::confidence;

/// What decorators of Python, TypeScript and Java and attributes of Rust begin with, for git.
const LINES: &str = "^[[:space:]]*(@|#\\[)";

/// Offers the newest change that removed nothing but decorators from a definition which the failing place names,
/// and did not change uses of its name.
pub(super) async fn offers(case: &Case<'_>) -> Result<Vec<Offer>, StrategyError> {
    let words = failing_words(case);
    if let Some(offer) = restored(case, &words, &case.uncommitted, &case.uncommitted)? {
        return Ok(vec![offer]);
    }
    for commit in case.git.commits_with(LINES).await {
        for file in files(&commit) {
            // The commit is read again as it lies in the files of today.
            let Some(since) = case.git.since_before(&commit.commit, &file).await else {
                continue;
            };
            if let Some(offer) = restored(case, &words, &commit, &since)? {
                return Ok(vec![offer]);
            }
        }
    }
    Ok(Vec::new())
}

/// The files from which a change removed only decorators somewhere.
fn files(patch: &Patch) -> Vec<RelPath> {
    let hunks = patch.hunks.iter().filter(|hunk| is_removal(hunk));
    let mut files: Vec<RelPath> = hunks.map(|hunk| hunk.file.clone()).collect();
    files.dedup();
    files
}

fn is_decorator(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with('@') || line.starts_with("#[")
}

fn is_removal(hunk: &Hunk) -> bool {
    // What marks a test says whether and how it runs.
    let is_of_tests = is_test_file(&hunk.file);
    hunk.new.is_empty() && !is_of_tests && hunk.old.iter().all(|line| is_decorator(line))
}

/// The names on the failing lines and in the message.
fn failing_words(case: &Case<'_>) -> Vec<String> {
    let mut texts = vec![case.diagnostic.message.clone()];
    for place in &case.places {
        if let Ok(text) = case.context.workspace.read_text(&place.file) {
            texts.extend(
                Lines::of(&text)
                    .range(&text, place.line)
                    .map(|line| text[line].to_owned()),
            );
        }
    }
    let words = texts.iter().flat_map(|text| text.split(|c| !is_word(c)));
    words.filter(|word| word.len() > 1).map(str::to_owned).collect()
}

/// The first removal of a change that is about one of the words, undone as the file is now.
fn restored(
    case: &Case<'_>,
    words: &[String],
    change: &Patch,
    now: &Patch,
) -> Result<Option<Offer>, StrategyError> {
    let removed = change.hunks.iter().filter(|hunk| is_removal(hunk));
    for hunk in removed {
        let same = now
            .hunks
            .iter()
            .find(|other| other.file == hunk.file && other.old == hunk.old && is_removal(other));
        let Some(hunk) = same else {
            continue;
        };
        let Some(name) = decorated(case, hunk).filter(|name| words.contains(name)) else {
            continue;
        };
        let is_followed = change.all().any(|other| other.mentions(&name));
        let Some(edit) = hunk.restored(case.context.workspace)?.filter(|_| !is_followed) else {
            continue;
        };
        let lines: Vec<&str> = hunk.old.iter().map(|line| line.trim()).collect();
        let lines = lines.join(" ");
        return Ok(Some(Offer {
            title: format!("restore '{lines}' before '{name}' in {}", hunk.file),
            reason: format!("a change removed it from '{name}', and uses of it stayed as they were"),
            confidence: confidence::likely(),
            is_safe: true,
            is_determined: true,
            edits: vec![edit],
        }));
    }
    Ok(None)
}

/// The name of the definition that the removed lines stood before.
fn decorated(case: &Case<'_>, hunk: &Hunk) -> Option<String> {
    let text = case.context.workspace.read_text(&hunk.file).ok()?;
    let behind = text.lines().skip(usize::try_from(hunk.at).ok()?);
    let mut rest = behind.skip_while(|line| is_decorator(line));
    declared(rest.next()?).map(str::to_owned)
}

//! A parameter that the last change to a definition removed comes back.

use unbreak_core::StrategyError;

use super::definition::{defined, lines_of};
use super::patch::{Hunk, Patch};
use super::{Case, Offer};
use crate::code_words::has_word;

/// Restores the definition of a callee that refuses an argument, where the working tree or the newest
/// commit about it took the parameter away.
pub(super) async fn offers(
    case: &Case<'_>,
    callee: &str,
    keyword: Option<&str>,
) -> Result<Vec<Offer>, StrategyError> {
    let own = of(case, callee, keyword, &case.uncommitted)?;
    if !own.is_empty() {
        return Ok(own);
    }
    for commit in case.git.commits_about(callee).await {
        if commit
            .hunks
            .iter()
            .any(|hunk| definition(&hunk.new, callee).is_some())
        {
            return of(case, callee, keyword, &commit);
        }
    }
    Ok(Vec::new())
}

fn of(
    case: &Case<'_>,
    callee: &str,
    keyword: Option<&str>,
    patch: &Patch,
) -> Result<Vec<Offer>, StrategyError> {
    let mut offers = Vec::new();
    for hunk in patch.hunks.iter().filter(|hunk| lost(hunk, callee, keyword)) {
        if let Some(edit) = hunk.restored(case.context.workspace)? {
            offers.push(Offer {
                title: format!("restore the parameters of '{callee}' in {}", hunk.file),
                reason: format!("the last change to '{callee}' took away what its callers pass"),
                confidence: 0.7,
                is_safe: false,
                is_determined: still_uses(case, hunk, callee),
                edits: vec![edit],
            });
        }
    }
    Ok(offers)
}

/// Whether the body still uses a parameter that its definition lost. Otherwise the callers may have
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
    let is_part = |c: char| c.is_alphanumeric() || c == '_';
    let old = definition(&hunk.old, callee).unwrap_or_default();
    let mut lost = old
        .split(|c: char| !is_part(c))
        .filter(|word| !word.is_empty() && !hunk.has(word));
    lost.any(|word| body.iter().any(|line| has_word(line, word)))
}

/// Whether a hunk takes a parameter away from the definition of a callee.
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
    let is_definition = |line: &&String| defined(line) == Some(callee);
    lines.iter().find(is_definition).map(String::as_str)
}

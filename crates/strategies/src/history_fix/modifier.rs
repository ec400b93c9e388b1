//! A definition that a change made invisible, by taking a word like `pub` from its line, is visible again.

use unbreak_core::{Edit, Fact, StrategyError};

use super::definition::declared;
use super::patch::{Hunk, Patch};
use super::{Case, Offer};
use crate::lines::{Lines, indentation};
use crate::weights::confidence;

/// Words before a definition that let others see it.
const VISIBLE: [&str; 4] = ["pub", "pub(crate)", "export", "public"];

/// The lost word, from the newest change that took it away.
pub(super) async fn offers(case: &Case<'_>) -> Result<Vec<Offer>, StrategyError> {
    let Some(Fact::NotVisible {
        name,
        is_exported: false,
        ..
    }) = &case.diagnostic.fact
    else {
        return Ok(Vec::new());
    };
    let name = name.rsplit([':', '.']).next().unwrap_or(name);
    let changes = case.changes_about(name).await;
    let found = changes.iter().find_map(|patch| lost_in(patch, name));
    let Some((hunk, new, word)) = found else {
        return Ok(Vec::new());
    };
    let text = case.context.workspace.read_text(&hunk.file)?;
    let mut lines = text.lines().zip(1_u32..).filter(|(line, _)| *line == new);
    let (Some((line, number)), None) = (lines.next(), lines.next()) else {
        return Ok(Vec::new());
    };
    let Some(place) = Lines::of(&text).range(&text, number) else {
        return Ok(Vec::new());
    };
    let at = place.start + indentation(line);
    Ok(vec![Offer {
        title: format!("make '{name}' {word} again in {}", hunk.file),
        reason: format!("a change took '{word}' from its definition, and it is still used elsewhere"),
        confidence: confidence::likely(),
        is_safe: true,
        is_determined: true,
        edits: vec![Edit::insert(&hunk.file, &text, at, format!("{word} "))?],
    }])
}

/// The hunk in which the definition of a name lost a word, its line now, and the word.
fn lost_in<'p>(patch: &'p Patch, name: &str) -> Option<(&'p Hunk, &'p str, &'static str)> {
    patch.hunks.iter().find_map(|hunk| {
        let is_it = |line: &&String| declared(line) == Some(name);
        let (old, new) = (hunk.old.iter().find(is_it)?, hunk.new.iter().find(is_it)?);
        let lost = |word: &&str| {
            let rest = old.trim_start().strip_prefix(*word);
            rest.and_then(|rest| rest.strip_prefix(' ')) == Some(new.trim_start())
        };
        let word = VISIBLE.into_iter().find(|word| lost(word))?;
        Some((hunk, new.as_str(), word))
    })
}

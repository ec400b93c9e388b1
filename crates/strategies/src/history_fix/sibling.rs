//! A type error at a call of a definition that a change gave another type: the change rewrote other uses, and this one
//! was left.
//!
//! What the change put in the place of a few words beside those uses is put in their place here: `Some` became `Ok` where
//! an option became a result. The words have to stand on the failing line exactly once.

use std::collections::BTreeMap;
use std::ops::Range;

use unbreak_core::{Edit, ErrorType, StrategyError};

use super::definition::declared;
use super::patch::{Hunk, Patch};
use super::token::{Token, changes, tokens};
use super::{Case, Offer};
use crate::code_words::{has_word, is_word};
use crate::lines::Lines;
use crate::weights::confidence;

/// Longer replacements are no longer of one thing.
const MOST_TOKENS: usize = 5;

/// A use may stand this many lines above the words that depend on it: the arms of a `match`.
const NEAR: u32 = 4;

/// Of the names that are called on a line, so many are looked up.
const MOST_NAMES: usize = 4;

pub(super) async fn offers(case: &Case<'_>) -> Result<Vec<Offer>, StrategyError> {
    let Some(place) = case.places.first() else {
        return Ok(Vec::new());
    };
    if case.diagnostic.error_type != ErrorType::Type {
        return Ok(Vec::new());
    }
    let text = case.context.workspace.read_text(&place.file)?;
    let Some(line) = Lines::of(&text).range(&text, place.line) else {
        return Ok(Vec::new());
    };
    let own = &text[line.clone()];
    for name in called(own).into_iter().take(MOST_NAMES) {
        for patch in case.changes_about(name).await.iter() {
            if !patch.hunks.iter().any(|hunk| redeclares(hunk, name)) {
                continue;
            }
            let mut offers = Vec::new();
            for (old, new) in replacements(case, patch, name) {
                let Some(at) = only(own, &old) else {
                    continue;
                };
                let (was, now) = (own[at.clone()].to_owned(), new.as_str());
                let range = line.start + at.start..line.start + at.end;
                offers.push(Offer {
                    title: format!("write '{now}' instead of '{was}'"),
                    reason: format!("the change to '{name}' did so at another use"),
                    confidence: confidence::likely(),
                    is_safe: true,
                    is_determined: true,
                    edits: vec![Edit::replace(&place.file, &text, range, now)?],
                });
            }
            if offers.len() > 1 {
                for offer in &mut offers {
                    (offer.is_safe, offer.is_determined) = (false, false);
                }
            }
            return Ok(offers);
        }
    }
    Ok(Vec::new())
}

/// The names in front of brackets.
fn called(line: &str) -> Vec<&str> {
    let tokens = tokens(line);
    let pairs = tokens
        .windows(2)
        .filter(|pair| pair[1].text == "(" && pair[0].gap.is_empty());
    let names = pairs.map(|pair| &line[pair[0].at.clone()]);
    names.filter(|name| name.starts_with(is_word)).collect()
}

/// Returns whether a hunk changed the line that declares a name.
fn redeclares(hunk: &Hunk, name: &str) -> bool {
    let line = |lines: &[String]| lines.iter().find(|line| declared(line) == Some(name)).cloned();
    matches!((line(&hunk.old), line(&hunk.new)), (Some(old), Some(new)) if old != new)
}

/// What a change replaced beside uses of a name; each once, and nothing that it replaced in two ways.
fn replacements(case: &Case<'_>, patch: &Patch, name: &str) -> Vec<(Vec<String>, String)> {
    let mut found: BTreeMap<Vec<String>, Option<String>> = BTreeMap::new();
    let others = patch.hunks.iter().filter(|hunk| !redeclares(hunk, name));
    for hunk in others.filter(|hunk| is_about(case, hunk, name)) {
        let (old, new) = (hunk.old.join("\n"), hunk.new.join("\n"));
        let (before, after) = (tokens(&old), tokens(&new));
        for op in changes(&before, &after) {
            let (gone, came) = (&before[op.old_range()], &after[op.new_range()]);
            if !is_replacement(gone, came) {
                continue;
            }
            let old: Vec<String> = gone.iter().map(|token| token.text.to_owned()).collect();
            let new = new[came[0].at.start..came[came.len() - 1].at.end].to_owned();
            let known = found.entry(old).or_insert_with(|| Some(new.clone()));
            if known.as_ref() != Some(&new) {
                *known = None;
            }
        }
    }
    found
        .into_iter()
        .filter_map(|(old, new)| Some((old, new?)))
        .collect()
}

/// Returns whether a use of a name stands in the lines of a hunk or close above them.
fn is_about(case: &Case<'_>, hunk: &Hunk, name: &str) -> bool {
    if hunk.mentions(name) {
        return true;
    }
    let Ok(text) = case.context.workspace.read_text(&hunk.file) else {
        return false;
    };
    let lines = Lines::of(&text);
    let above = hunk.at.saturating_sub(NEAR).max(1)..hunk.at;
    let mut above = above.filter_map(|line| lines.range(&text, line));
    above.any(|line| has_word(&text[line], name))
}

/// Returns whether a few words became others on one line, and not one variable another.
fn is_replacement(gone: &[Token<'_>], came: &[Token<'_>]) -> bool {
    let is_short = |tokens: &[Token<'_>]| {
        let Some((_, all_but_last)) = tokens.split_last() else {
            return false;
        };
        tokens.len() <= MOST_TOKENS && !all_but_last.iter().any(|token| token.gap.contains('\n'))
    };
    let is_variable = |tokens: &[Token<'_>]| matches!(tokens, [name] if name.text.starts_with(|c: char| c.is_lowercase() || c == '_'));
    let has_word = gone
        .iter()
        .any(|token| token.text.starts_with(|c: char| c.is_alphabetic()));
    is_short(gone) && is_short(came) && has_word && !(is_variable(gone) && is_variable(came))
}

/// The bytes of the one place on a line where these tokens stand.
fn only(line: &str, wanted: &[String]) -> Option<Range<usize>> {
    let tokens = tokens(line);
    let mut places = tokens.windows(wanted.len()).filter(|run| {
        run.iter()
            .map(|token| token.text)
            .eq(wanted.iter().map(String::as_str))
    });
    let (first, None) = (places.next()?, places.next()) else {
        return None;
    };
    Some(first[0].at.start..first[first.len() - 1].at.end)
}

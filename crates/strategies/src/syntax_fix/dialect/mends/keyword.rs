//! Keywords that are misspelt, and words of other languages.

use super::Site;
use crate::syntax_fix::dialect::lex::Kind;
use crate::syntax_fix::language::{Cost, Mend};

/// Tokens before a fault among which a misspelt keyword may be.
const BEFORE: usize = 24;

pub(in super::super) fn mends(site: &Site<'_, '_>) -> Vec<Mend> {
    let mut mends = Vec::new();
    for &suspect in &site.suspects {
        let words = (suspect.saturating_sub(BEFORE)..=suspect + 1)
            .filter(|&at| site.source.kind(at) == Some(Kind::Word));
        for at in words {
            let farness = if at + 4 < suspect { 1 } else { 0 };
            mends.extend(misspelt(site, at, farness));
            mends.extend(foreign(site, at, farness));
        }
    }
    mends
}

/// `retrun x`, `Class A`.
fn misspelt(site: &Site<'_, '_>, at: usize, farness: Cost) -> Vec<Mend> {
    let word = site.source.word(at);
    let usual = site.source.tokens.len() > 2 && is_used_elsewhere(site, at);
    let known: Cost = if site.is_keyword(word) || usual { 4 } else { 0 };
    let keywords = site.dialect.keywords.iter().filter(|keyword| **keyword != word);
    keywords
        .filter_map(|&keyword| {
            let distance = misprint(word, keyword)?;
            let range = site.source.range(at);
            Some(Mend::replace(range, keyword, distance + known + farness))
        })
        .collect()
}

/// A name that occurs again is hardly a slip.
fn is_used_elsewhere(site: &Site<'_, '_>, at: usize) -> bool {
    let word = site.source.word(at);
    (0..site.source.tokens.len()).any(|other| other != at && site.source.word(other) == word)
}

/// The distance of a word from a keyword, if one may be a misprint of the other.
fn misprint(word: &str, keyword: &str) -> Option<Cost> {
    let most = match keyword.len() {
        0..=1 => return None,
        2 => 1,
        3..=5 => 1,
        _ => 2,
    };
    let distance = strsim::osa_distance(&word.to_lowercase(), &keyword.to_lowercase());
    let is_near = distance <= most && (keyword.len() > 2 || word.len() <= 3);
    is_near.then(|| Cost::try_from(distance).unwrap_or(most as Cost))
}

/// `elif`, `def`, `None`: another language's word for it.
fn foreign(site: &Site<'_, '_>, at: usize, farness: Cost) -> Vec<Mend> {
    let word = site.source.word(at);
    let rows = site
        .dialect
        .foreign
        .iter()
        .filter(|(foreign, _)| *foreign == word);
    rows.map(|&(_, own)| Mend::replace(site.source.range(at), own, 2 + farness))
        .collect()
}

//! Words that have grown together or fallen apart: `returnx`, `func tion`, `= >`.

use super::Site;
use crate::syntax_fix::dialect::lex::Kind;
use crate::syntax_fix::dialect::source::opening;
use crate::syntax_fix::language::{Cost, Mend};

pub(in super::super) fn mends(site: &Site<'_, '_>) -> Vec<Mend> {
    let near = site.near();
    near.into_iter()
        .flat_map(|(at, farness)| {
            let mut mends = split(site, at, farness);
            mends.extend(joined(site, at, farness));
            mends.extend(bracketed(site, at, farness));
            mends
        })
        .collect()
}

/// Two names with an opening bracket missing between them: `lengthitems)`.
fn bracketed(site: &Site<'_, '_>, at: usize, farness: Cost) -> Vec<Mend> {
    let source = site.source;
    let word = source.word(at);
    let close = source
        .unmatched()
        .find(|&close| close > at && ")]".contains(source.word(close)));
    let Some(close) = close.filter(|_| source.kind(at) == Some(Kind::Word)) else {
        return Vec::new();
    };
    let open = opening(source.word(close));
    let is_known = |part: &str| is_known(site, part);
    let splits = word.char_indices().map(|(split, _)| word.split_at(split));
    splits
        .filter(|(name, _)| is_known(name))
        .map(|(name, rest)| {
            let cost = if is_known(rest) { 2 } else { 4 };
            Mend::insert(source.start(at) + name.len(), open, cost + farness)
        })
        .collect()
}

/// Returns whether a part of a word is a keyword or a word of the file.
fn is_known(site: &Site<'_, '_>, part: &str) -> bool {
    let mut words = 0..site.source.tokens.len();
    !part.is_empty() && (site.is_keyword(part) || words.any(|other| site.source.word(other) == part))
}

/// Returns whether a word stands nowhere else in the file, and its two parts do.
pub(super) fn is_glued(site: &Site<'_, '_>, at: usize) -> bool {
    let source = site.source;
    let word = source.word(at);
    let mut others = (0..source.tokens.len()).filter(|other| *other != at);
    let is_new = source.kind(at) == Some(Kind::Word) && !others.any(|other| source.word(other) == word);
    let mut splits = word.char_indices().map(|(split, _)| word.split_at(split));
    is_new && splits.any(|(name, rest)| name.len() > 1 && is_known(site, name) && is_known(site, rest))
}

/// A keyword that its neighbour sticks to.
fn split(site: &Site<'_, '_>, at: usize, farness: Cost) -> Vec<Mend> {
    let word = site.source.word(at);
    if site.source.kind(at) != Some(Kind::Word) {
        return Vec::new();
    }
    let start = site.source.start(at);
    let keywords = site.dialect.keywords.iter().filter(|keyword| keyword.len() > 1);
    keywords
        .flat_map(|keyword| {
            let front = word.strip_prefix(keyword).filter(|rest| !rest.is_empty());
            let back = word.strip_suffix(keyword).filter(|rest| !rest.is_empty());
            let places = [front.map(|_| keyword.len()), back.map(str::len)];
            places.into_iter().flatten()
        })
        .map(|length| Mend::insert(start + length, " ", 3 + farness).titled(format!("split '{word}'")))
        .collect()
}

/// Two tokens that are one.
fn joined(site: &Site<'_, '_>, at: usize, farness: Cost) -> Option<Mend> {
    let source = site.source;
    let before = at.checked_sub(1)?;
    let whole = format!("{}{}", source.word(before), source.word(at));
    let is_one = site.is_keyword(&whole) || site.dialect.lexis.marks.contains(&whole.as_str());
    let gap = source.end_before(at)..source.start(at);
    (is_one && !gap.is_empty())
        .then(|| Mend::replace(gap, "", 2 + farness).titled(format!("write '{whole}'")))
}

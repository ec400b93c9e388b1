//! Brackets: missing, surplus, of the wrong kind.
//!
//! The place of an unmatched bracket follows from indentation and the file's habits, not from its
//! neighbours.

use std::collections::BTreeSet;

use super::{Site, glued};
use crate::syntax_fix::dialect::layout;
use crate::syntax_fix::dialect::source::{closing, opening};
use crate::syntax_fix::language::{Cost, Mend};

/// Tokens behind an open bracket where it may be closed.
const REACH: usize = 40;

/// Lines that may be where a block should have ended or begun.
const MOST_LINES: usize = 12;

pub(in super::super) fn mends(site: &Site<'_, '_>) -> Vec<Mend> {
    let unmatched: Vec<usize> = site.source.unmatched().collect();
    let mut mends = Vec::new();
    for &at in unmatched.iter().take(4).chain(unmatched.iter().rev().take(2)) {
        mends.extend(without_partner(site, at));
    }
    mends.extend(exchanged(site, &unmatched));
    mends.extend(unmatched.iter().flat_map(|&at| by_layout(site, at)).take(60));
    mends
}

fn without_partner(site: &Site<'_, '_>, at: usize) -> Vec<Mend> {
    let word = site.source.word(at);
    let is_doubled = word == site.source.word(at + 1) || at > 0 && word == site.source.word(at - 1);
    let mut mends = vec![removed(site, at, if is_doubled { 2 } else { 4 })];
    mends.extend(site.dialect.all_tokens().filter_map(|(other, _)| {
        let is_bracket = "([{)]}".contains(other) && other != word;
        is_bracket.then(|| Mend::replace(site.source.range(at), other, 3))
    }));
    match "([{".contains(word) {
        true => {
            mends.extend(closed(site, at));
            // The partner that is missing may be that of one within, whose place another has taken.
            let line = site.source.line_tokens(at).end;
            let inner = (at + 1..line).filter(|&inner| site.source.is_mark(inner, word));
            mends.extend(inner.flat_map(|inner| closed(site, inner)));
        }
        false => mends.extend(opened(site, at)),
    }
    mends
}

fn removed(site: &Site<'_, '_>, at: usize, cost: Cost) -> Mend {
    let range = site.source.with_layout(site.source.range(at));
    site.removed(range, cost)
}

/// The closing bracket behind each of the next tokens.
fn closed(site: &Site<'_, '_>, at: usize) -> Vec<Mend> {
    let source = site.source;
    let close = closing(source.word(at));
    let end = (at + REACH).min(source.tokens.len());
    let places = (at + 1..=end).filter(|&before| is_level(site, at, before));
    places
        .map(|before| {
            let on_line = source.line(before.saturating_sub(1)) == source.line(at);
            let cost = if on_line { 2 } else { 4 };
            let cost = cost + site.stuck(before, close);
            Mend::insert(source.end_before(before), close, cost + site.farness(before) / 2)
        })
        .collect()
}

/// Returns whether no bracket that is opened behind `at` is open before `before`.
fn is_level(site: &Site<'_, '_>, at: usize, before: usize) -> bool {
    let mut inner = (at + 1..before).filter(|&inner| site.source.is_bracket(inner));
    inner.all(|inner| {
        site.source
            .partner(inner)
            .is_none_or(|partner| partner > at && partner < before)
    })
}

/// The opening bracket before each of the last tokens.
fn opened(site: &Site<'_, '_>, at: usize) -> Vec<Mend> {
    let source = site.source;
    let open = opening(source.word(at));
    let places = (at.saturating_sub(REACH)..=at).rev().filter(|&before| {
        let mut inner = (before..at).filter(|&inner| source.is_bracket(inner));
        inner.all(|inner| {
            source
                .partner(inner)
                .is_none_or(|partner| partner >= before && partner < at)
        })
    });
    let is_glued = at.checked_sub(1).is_some_and(|word| glued::is_glued(site, word));
    let mends = places.flat_map(|before| {
        let brace = open == "{" && before > 0;
        // Behind two words that are one, nothing is missing.
        let cost = if before == at && is_glued { 5 } else { 2 };
        let glued = Mend::insert(source.start(before), open, cost);
        let spaced = Mend::insert(source.end_before(before), if brace { " {" } else { open }, cost);
        [glued, spaced].into_iter().skip(usize::from(brace))
    });
    mends.collect()
}

/// Two brackets that are each other's partner but not of one kind: `(1, 2]`.
fn exchanged(site: &Site<'_, '_>, unmatched: &[usize]) -> Vec<Mend> {
    let source = site.source;
    let pairs = unmatched
        .windows(2)
        .filter(|pair| "([{".contains(source.word(pair[0])) && ")]}".contains(source.word(pair[1])));
    let mends = pairs.flat_map(|pair| {
        let open = Mend::replace(source.range(pair[0]), opening(source.word(pair[1])), 2);
        let close = Mend::replace(source.range(pair[1]), closing(source.word(pair[0])), 2);
        [open, close]
    });
    mends.collect()
}

/// Adds a brace where the lines show that a block ends or begins, or removes one where they show
/// that none does.
fn by_layout(site: &Site<'_, '_>, at: usize) -> Vec<Mend> {
    let source = site.source;
    let lines: BTreeSet<usize> = layout::contradictions(source)
        .into_iter()
        .take(MOST_LINES)
        .collect();
    let doubtful = layout::doubtful(source, source.word(at))
        .into_iter()
        .take(MOST_LINES);
    let mut mends: Vec<Mend> = doubtful.map(|brace| removed(site, brace, 4)).collect();
    match source.word(at) {
        "{" | "(" | "[" => {
            let close = closing(source.word(at));
            let ends = lines
                .into_iter()
                .chain([source.tokens.len()])
                .filter(|&before| before > at);
            mends.extend(ends.map(|before| line_of_its_own(site, at, before, close)));
        }
        "}" => {
            let heads = layout::unbraced(source).into_iter().rev().take(MOST_LINES);
            let opens = lines.into_iter().chain(heads);
            let opens = opens.filter(|&before| before <= at && before > 0);
            mends.extend(opens.map(|before| Mend::insert(source.end_before(before), " {", 2)));
        }
        _ => {}
    }
    mends
}

/// Adds a closing bracket on its own line, indented like the line of its opening one.
fn line_of_its_own(site: &Site<'_, '_>, at: usize, before: usize, close: &'static str) -> Mend {
    let source = site.source;
    let text = format!("\n{}{close}", indentation(site, at, before));
    let end = source.end_before(before);
    let rest = &source.text[end..];
    // A comment at the end of the line stays there.
    let end = end + rest.find('\n').unwrap_or(rest.len());
    Mend::insert(end.min(source.start(before)), text, 2).titled(format!("insert '{close}'"))
}

/// The indentation for a bracket that closes a block before a token. The unmatched bracket may be
/// an outer one, because its own has closed the inner.
fn indentation<'a>(site: &Site<'_, 'a>, at: usize, before: usize) -> &'a str {
    let source = site.source;
    let model = match source.word(before) {
        "" => at,
        ")" | "]" | "}" => source.partner(before).unwrap_or(at),
        _ => before,
    };
    let line = source.start(source.line_tokens(model).start);
    let begin = source.text[..line].rfind('\n').map_or(0, |at| at + 1);
    &source.text[begin..line]
}

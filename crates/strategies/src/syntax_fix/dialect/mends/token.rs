//! One token missing, surplus, wrong, or swapped with its neighbour.

use std::borrow::Cow;

use super::Site;
use crate::syntax_fix::dialect::lex::Kind;
use crate::syntax_fix::language::{Change, Cost, Mend};

pub(in super::super) fn mends(site: &Site<'_, '_>) -> Vec<Mend> {
    let near = site.near();
    near.iter()
        .flat_map(|&(at, farness)| {
            let mut mends = inserted(site, at, farness);
            if at < site.source.tokens.len() {
                mends.push(removed(site, at, farness));
                mends.extend(replaced(site, at, farness));
                mends.extend(exchanged(site, at, farness));
            }
            mends
        })
        .collect()
}

/// Every token that people leave out, before this one.
fn inserted(site: &Site<'_, '_>, at: usize, farness: Cost) -> Vec<Mend> {
    let source = site.source;
    let tokens = site.dialect.all_tokens();
    tokens
        .filter(|(token, _)| !(is_call(site, at) && matches!(*token, ";" | "," | ":")))
        .flat_map(|(token, cost)| {
            let is_word = token.starts_with(char::is_alphabetic);
            let cost = cost + site.stuck(at, token) + misspaced(site, at, token);
            // A word belongs before the text that follows it, above all when that is on the next line.
            let apart = Cost::from(is_word && source.begins_line(at));
            let behind = Mend::insert(
                source.end_before(at),
                site.spaced(at, token),
                cost + apart + farness,
            );
            let before = Mend::insert(source.start(at), format!("{token} "), cost + farness);
            let leads = is_word || matches!(token, "(" | "[" | "{" | "!" | "...");
            match leads && source.begins_line(at) {
                true => vec![behind, before],
                false if is_word => vec![before],
                false => vec![behind],
            }
        })
        .collect()
}

/// Returns whether a token opens the arguments of a call. No token is inserted between a callee and its arguments.
fn is_call(site: &Site<'_, '_>, at: usize) -> bool {
    let source = site.source;
    let Some(callee) = at.checked_sub(1) else {
        return false;
    };
    let touches = source.is_mark(at, "(") && source.end_before(at) == source.start(at);
    let is_name = source.kind(callee) == Some(Kind::Word) && !site.is_keyword(source.word(callee));
    touches && (is_name || source.is_mark(callee, ")") || source.is_mark(callee, "]"))
}

/// Operators with blanks on both sides where people write any. Signs that are also written before
/// an operand, or around types, are not among them.
const INFIX: &[&str] = &[
    "=", "=>", "->", "==", "===", "!=", "!==", "<=", ">=", "&&", "||", "??", "+", "+=", "-=", "%", ":=",
];

/// The cost of a token that does not fit the existing blanks.
const MISSPACED: Cost = 4;

/// The evidence of the blanks against an inserted token. A token that was left out leaves its
/// blanks behind: two for an operator or a word, none where names were joined.
fn misspaced(site: &Site<'_, '_>, at: usize, token: &str) -> Cost {
    let source = site.source;
    let is_joint = matches!(token, "," | ";" | ":" | "." | "?." | "::" | "(" | "[" | ")" | "]");
    let is_spaced = INFIX.contains(&token) || token == "," && source.spaces_commas();
    match blanks(site, at) {
        Some(0) if is_spaced => MISSPACED,
        Some(2..) if is_joint => MISSPACED,
        _ => 0,
    }
}

/// The same of a token in the place of another.
fn misplaced(site: &Site<'_, '_>, at: usize, token: &str) -> Cost {
    let (before, behind) = (blanks(site, at), blanks(site, at + 1));
    let is_joint = matches!(token, "." | "?." | "::");
    match (before, behind) {
        (Some(0), _) | (_, Some(0)) if INFIX.contains(&token) => MISSPACED,
        (_, Some(0)) if token == "," && site.source.spaces_commas() => MISSPACED,
        (Some(1..), _) | (_, Some(1..)) if is_joint => MISSPACED,
        (Some(1..), _) if matches!(token, "," | ";") => MISSPACED,
        _ => 0,
    }
}

/// The number of blanks before a token, when nothing else is there and blanks are optional.
fn blanks(site: &Site<'_, '_>, at: usize) -> Option<usize> {
    let source = site.source;
    if site.dialect.is_data || at == 0 || at >= source.tokens.len() || source.begins_line(at) {
        return None;
    }
    let gap = source.text.get(source.end_before(at)..source.start(at))?;
    gap.chars().all(|c| c == ' ').then_some(gap.len())
}

fn removed(site: &Site<'_, '_>, at: usize, farness: Cost) -> Mend {
    let source = site.source;
    let word = source.word(at);
    let is_doubled = word == source.word_before(at) || word == source.word(at + 1);
    let cost = match source.kind(at) {
        _ if is_doubled => 1,
        // Existing tokens are mostly meant: people leave out more than they add.
        Some(Kind::Mark) => 4,
        Some(Kind::Word) if site.is_keyword(word) => 5,
        _ => 7,
    };
    site.removed(source.with_layout(source.range(at)), cost + farness)
}

/// Another token in the place of a mark or a keyword.
fn replaced(site: &Site<'_, '_>, at: usize, farness: Cost) -> Vec<Mend> {
    let source = site.source;
    let word = source.word(at);
    let is_mark = source.kind(at) == Some(Kind::Mark);
    if !is_mark && !site.is_keyword(word) {
        return Vec::new();
    }
    let others = site.dialect.all_tokens().filter(|(other, _)| {
        let alike = other.starts_with(char::is_alphabetic) != is_mark;
        alike && *other != word
    });
    others
        .map(|(other, cost)| {
            let cost = likeness(word, other).unwrap_or(3 + cost / 2) + misplaced(site, at, other);
            Mend::replace(source.range(at), infix(site, at, other), cost + farness)
                .titled(format!("write '{other}'"))
        })
        .collect()
}

/// An operator with a space before it where only one behind it was needed: `a: 1`, `a = 1`.
fn infix(site: &Site<'_, '_>, at: usize, other: &'static str) -> Cow<'static, str> {
    let source = site.source;
    let is_spaced = source.end_before(at) == source.start(at) && source.start(at + 1) > source.range(at).end;
    let is_infix = source.word(at) == ":" && other.contains(['=', '>']);
    if is_spaced && is_infix {
        format!(" {other}").into()
    } else {
        other.into()
    }
}

/// The cost of replacing one mark by another that looks similar or is used similarly.
fn likeness(word: &str, other: &str) -> Option<Cost> {
    let alike = |group: &[&str]| group.contains(&word) && group.contains(&other);
    let brackets = [["(", "[", "{"], [")", "]", "}"]]
        .iter()
        .any(|group| alike(group));
    let separators = alike(&[",", ";", ":", "."]) || alike(&[":", "="]) || alike(&["=", "=="]);
    let arrows = alike(&["=>", "->", "=", ">=", ":"]) || alike(&["::", ":", "."]);
    let parts = word.contains(other) || other.contains(word);
    match brackets || separators || arrows {
        true => Some(3),
        false => parts.then_some(4),
    }
}

/// A token and the one before it, each in the other's place.
fn exchanged(site: &Site<'_, '_>, at: usize, farness: Cost) -> Option<Mend> {
    let source = site.source;
    let before = at.checked_sub(1)?;
    let (left, right) = (source.range(before), source.range(at));
    let changes = vec![
        Change::new(left, source.word(at).to_owned()),
        Change::new(right, source.word(before).to_owned()),
    ];
    let title = format!("exchange '{}' and '{}'", source.word(before), source.word(at));
    // `call(a;)` at the end of a line.
    let ends_too_early =
        source.word(before) == ";" && matches!(source.word(at), ")" | "]") && source.begins_line(at + 1);
    let cost = if ends_too_early { 2 } else { 4 };
    Mend::all(changes, cost + farness, title)
}

//! Quotes inside quotes of the same kind: `'don't'` → `"don't"`.

use std::ops::Range;

use super::{Quoted, is_word, other_quote};
use crate::syntax_fix::language::{Change, Cost, Mend};
use crate::syntax_fix::python::view::part;

pub(super) fn propose(line: &Quoted<'_>, out: &mut Vec<Mend>) {
    let text = line.view.text;
    for (index, &first) in line.quotes.iter().enumerate() {
        for &last in line.quotes.iter().skip(index + 2) {
            let quote = part(text, first..=first);
            let inside = part(text, first + 1..last);
            let whole = part(text, last..).starts_with(quote)
                && is_outside(part(text, ..first).chars().next_back())
                && is_outside(part(text, last + 1..).chars().next());
            if let Some(cost) = inner_cost(inside, quote).filter(|_| whole) {
                out.extend(requoted(first..last + 1, inside, quote, cost));
            }
        }
    }
}

/// The cost of the quotes inside a text. `None` when there are none, or when one is where a string
/// begins or ends.
fn inner_cost(inside: &str, quote: &str) -> Option<Cost> {
    let mut cost = None;
    for (at, _) in inside.match_indices(quote) {
        let before = part(inside, ..at).chars().next_back();
        let after = part(inside, at + 1..).chars().next();
        let delimits =
            |c: Option<char>| matches!(c, Some(',' | '(' | ')' | '[' | ']' | '=' | ':' | '{' | '}'));
        if delimits(before) || delimits(after) || part(inside, at + 1..).trim_start().starts_with([',', ')'])
        {
            return None;
        }
        let apostrophe = before.is_some_and(is_word) && after.is_some_and(is_word);
        cost = Some(cost.unwrap_or(0).max(if apostrophe { 2 } else { 4 }));
    }
    cost
}

/// The same string in the other quotes, or with its inner quotes escaped.
fn requoted(place: Range<usize>, inside: &str, quote: &str, cost: Cost) -> Option<Mend> {
    let other = other_quote(quote);
    if inside.contains(other) {
        let escaped = inside.replace(quote, &format!("\\{quote}"));
        let text = format!("{quote}{escaped}{quote}");
        return Some(Mend::replace(place, text, cost + 1).titled("escape the quotes inside the text"));
    }
    let ends = [place.start..place.start + 1, place.end - 1..place.end];
    let changes = ends.map(|end| Change::new(end, other)).into();
    Mend::all(changes, cost, format!("quote with {other}"))
}

/// Returns whether a string may begin or end beside this character.
fn is_outside(c: Option<char>) -> bool {
    c.is_none_or(|c| !is_word(c) || matches!(c, 'f' | 'r' | 'b'))
}

//! Removes, inserts or replaces any token next to the fault, as a last resort.

use ruff_python_ast::token::TokenKind;

use crate::syntax_fix::language::{Cost, Mend};
use crate::syntax_fix::python::site::Site;
use crate::syntax_fix::python::view::View;

const INSERTED: &[&str] = &[
    ":", ",", ")", "]", "}", "(", "[", "{", "=", "==", ".", "+", " in ", " not ", " if ",
];

const REPLACED: &[&str] = &[":", ",", ".", "=", "==", "(", ")", "-"];

pub(super) fn propose(site: &Site<'_>, out: &mut Vec<Mend>) {
    let view = site.view;
    for token in site.token.saturating_sub(2)..(site.token + 2).min(view.tokens.len()) {
        remove(view, token, out);
        replace(view, token, out);
    }
    for token in site.token.saturating_sub(1)..=site.token {
        insert(view, token, out);
    }
}

fn remove(view: &View<'_>, token: usize, out: &mut Vec<Mend>) {
    let cost: Cost = if is_sign(view.kind(token)) { 10 } else { 14 };
    let alone = view.starts_line(token) && view.starts_line(token + 1);
    if !alone {
        let end = if view.starts_line(token + 1) {
            view.end(token)
        } else {
            view.start(token + 1)
        };
        out.push(Mend::delete(view.start(token)..end, view.word(token), cost));
    }
}

fn replace(view: &View<'_>, token: usize, out: &mut Vec<Mend>) {
    if is_sign(view.kind(token)) {
        let place = view.place(token);
        let others = REPLACED.iter().filter(|&&text| text != view.word(token));
        out.extend(others.map(|&text| Mend::replace(place.clone(), text, 10)));
    }
}

fn insert(view: &View<'_>, token: usize, out: &mut Vec<Mend>) {
    let at = match token.checked_sub(1) {
        Some(before) => view.end(before),
        None => 0,
    };
    out.extend(INSERTED.iter().map(|&text| Mend::insert(at, text, 11)));
}

fn is_sign(kind: TokenKind) -> bool {
    kind.is_operator() || matches!(kind, TokenKind::Unknown)
}

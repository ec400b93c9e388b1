//! A string that ends where the next one should begin: `['a, 'b']` → `['a', 'b']`.

use std::ops::Range;

use ruff_python_ast::token::TokenKind;

use super::{Quoted, is_word};
use crate::syntax_fix::language::{Cost, Mend};
use crate::syntax_fix::python::view::part;
use crate::syntax_fix::python::wording::{Wording, wording};

pub(super) fn propose(line: &Quoted<'_>, out: &mut Vec<Mend>) {
    for token in line.tokens.clone().filter(|&token| runs_into_word(line, token)) {
        let place = line.view.place(token);
        let expected: Cost = if follows_string(line, token) { 3 } else { 0 };
        end_earlier(line, place.clone(), expected, out);
        drop_opening(line, place, expected, out);
    }
}

/// Returns whether a closed string has a word right behind it.
fn runs_into_word(line: &Quoted<'_>, token: usize) -> bool {
    let end = line.view.end(token);
    line.view.kind(token) == TokenKind::String
        && end - line.view.start(token) > 2
        && line.view.slice(end..).starts_with(|c| is_word(c) || c == '(')
}

/// Returns whether the element before is a string, so that this one may be expected to be one as well.
fn follows_string(line: &Quoted<'_>, token: usize) -> bool {
    let kind = |back: usize| token.checked_sub(back).map(|before| line.view.kind(before));
    kind(1) == Some(TokenKind::Comma) && kind(2) == Some(TokenKind::String)
}

/// The quote is missing before some punctuation in the string.
fn end_earlier(line: &Quoted<'_>, place: Range<usize>, expected: Cost, out: &mut Vec<Mend>) {
    let text = line.view.text;
    let quote = if part(text, ..place.end).ends_with('"') {
        "\""
    } else {
        "'"
    };
    let inner = place.start + 1..place.end - 1;
    for (offset, c) in part(text, inner.clone()).char_indices() {
        if matches!(c, ',' | ')' | ']' | '}' | ':' | ' ' | '+' | '%' | '=') {
            let at = inner.start + offset;
            let cost = if c == ' ' { 4 } else { 2 };
            let code = code_cost(line, part(text, inner.start..at)).saturating_sub(expected);
            out.push(Mend::insert(at, quote, cost + code));
        }
    }
}

fn code_cost(line: &Quoted<'_>, content: &str) -> Cost {
    match wording(line.view.known, content) {
        Wording::Expression => 3,
        Wording::Name => 2,
        _ => 0,
    }
}

/// The quote at its beginning is the mistake.
fn drop_opening(line: &Quoted<'_>, place: Range<usize>, expected: Cost, out: &mut Vec<Mend>) {
    let word = line.view.slice(place.clone());
    let opening = word.find(['\'', '"']).unwrap_or(0);
    let head = part(word, opening + 1..)
        .split([',', '\'', '"'])
        .next()
        .unwrap_or("");
    let cost = match wording(line.view.known, head) {
        Wording::Expression | Wording::Name => 2,
        Wording::Builtin | Wording::Literal => 5,
        Wording::Nothing | Wording::Text => 7,
    };
    out.push(Mend::delete(
        place.start..place.start + opening + 1,
        "'",
        cost + expected,
    ));
}

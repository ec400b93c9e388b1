//! A string that begins where it should end: `name=utf8',` → `name='utf8',`.

use std::ops::Range;

use ruff_python_ast::token::TokenKind;

use super::{Quoted, Unclosed};
use crate::syntax_fix::language::{Cost, Mend};
use crate::syntax_fix::python::site::Site;
use crate::syntax_fix::python::view::part;
use crate::syntax_fix::python::wording::{Wording, wording};

/// Places before the quote that are tried, the nearest first.
const PLACES: Cost = 6;

/// The cost of the beginning of the line.
const WHOLE_LINE: Cost = 4;

pub(super) fn propose(site: &Site<'_>, line: &Quoted<'_>, open: &Unclosed, out: &mut Vec<Mend>) {
    let text = line.view.text;
    let end = open.content.start - 1;
    let statement = site.view.start(site.statement.start);
    let from = line.range.start.max(statement).min(end);
    let starts = part(text, from..end)
        .char_indices()
        .rev()
        .filter(|&(_, c)| begins_operand(c))
        .map(|(offset, c)| from + offset + c.len_utf8());
    let is_operand = |at: &usize| {
        let content = part(text, *at..end);
        !content.trim().is_empty() && !content.starts_with(' ')
    };
    for (rank, at) in (0..PLACES).zip(starts.filter(is_operand)) {
        begin(line, open, at..end, 2 + rank, out);
    }
    // A text of several words that has a line to itself.
    if statement < line.range.start && part(text, from..end).contains(' ') {
        begin(line, open, from..end, WHOLE_LINE, out);
    }
}

/// Begins the string at a place, behind its prefix if it may have one.
fn begin(line: &Quoted<'_>, open: &Unclosed, place: Range<usize>, cost: Cost, out: &mut Vec<Mend>) {
    let content = part(line.view.text, place.clone());
    let cost = cost + code_cost(line, content);
    if let Some(length) = prefix(line, content) {
        out.push(Mend::insert(place.start + length, open.quote, cost - 1));
    }
    out.push(Mend::insert(place.start, open.quote, cost));
}

/// The length of the prefix that the content begins with, if its string is one of fields (`fTotal {n}'`), or has the
/// prefix of the strings around it.
fn prefix(line: &Quoted<'_>, content: &str) -> Option<usize> {
    let first = content.chars().next().filter(|c| "bBfFrRuU".contains(*c))?;
    let has_fields = || {
        let opened = content.find('{');
        matches!(first, 'f' | 'F') && opened.is_some_and(|at| content[at..].contains('}'))
    };
    let view = line.view;
    let at = view.lines.at(line.range.start);
    let around = (at.saturating_sub(1)..=at + 1).filter_map(|line| view.lines.get(line));
    let mut words = around
        .flat_map(|line| line.tokens.clone())
        .filter(|&token| matches!(view.kind(token), TokenKind::String | TokenKind::FStringStart))
        .map(|token| view.word(token));
    let is_common = words.any(|word| word.starts_with(first) && word[1..].starts_with(['\'', '"']));
    (content.len() > 1 && (has_fields() || is_common)).then_some(1)
}

/// Returns whether an operand may begin after this character.
fn begins_operand(c: char) -> bool {
    matches!(c, '(' | '[' | '{' | ',' | '=' | ':' | ' ' | '+' | '%')
}

fn code_cost(line: &Quoted<'_>, content: &str) -> Cost {
    match wording(line.view.known, content) {
        Wording::Expression => 4,
        Wording::Name => 3,
        _ => 0,
    }
}

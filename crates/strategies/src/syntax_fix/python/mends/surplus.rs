//! A closing bracket that nothing opens, or of the wrong kind: `a[-1)` → `a[-1]`.

use std::ops::Range;

use ruff_python_ast::token::TokenKind;

use super::bracket::is_operator;
use crate::syntax_fix::language::{Cost, Mend};
use crate::syntax_fix::python::builtins::is_builtin;
use crate::syntax_fix::python::fault::FaultKind;
use crate::syntax_fix::python::site::{
    Site, begins_operand, closer_of, closing_text, ends_operand, is_closer, opening_text, statement,
};
use crate::syntax_fix::python::view::View;

/// The number of lines after the fault that may contain the bracket.
const LINES: usize = 12;

pub(super) fn propose(site: &Site<'_>, out: &mut Vec<Mend>) {
    let tokens = searched(site);
    match first_unmatched(site.view, tokens.clone()) {
        Some(Unmatched {
            closer,
            opener: Some(opener),
        }) => mismatched(site.view, opener, closer, out),
        Some(Unmatched { closer, opener: None }) => unopened(site.view, tokens.start..closer, closer, out),
        None => {}
    }
}

/// The statement at fault. Where a line is too deep, it may belong to the statement before,
/// which a bracket has ended too early.
fn searched(site: &Site<'_>) -> Range<usize> {
    let view = site.view;
    let before = site
        .statement
        .start
        .checked_sub(1)
        .filter(|_| matches!(site.fault.kind, FaultKind::Indent));
    let Some(before) = before else {
        return site.statement.clone();
    };
    let start = statement(view, view.lines.at(view.start(before))).start;
    let last = (site.line + LINES).min(view.lines.len().saturating_sub(1));
    let end = view
        .lines
        .get(last)
        .map_or(site.statement.end, |line| line.tokens.end);
    start..end
}

/// A closing bracket, and the open one that it does not match.
struct Unmatched {
    closer: usize,
    opener: Option<usize>,
}

fn first_unmatched(view: &View<'_>, tokens: Range<usize>) -> Option<Unmatched> {
    let mut open: Vec<usize> = Vec::new();
    for token in tokens {
        let kind = view.kind(token);
        if closer_of(kind).is_some() {
            open.push(token);
        } else if is_closer(kind) {
            let opener = open.pop();
            if opener.and_then(|opener| closer_of(view.kind(opener))) != Some(kind) {
                return Some(Unmatched {
                    closer: token,
                    opener,
                });
            }
        }
    }
    None
}

fn mismatched(view: &View<'_>, opener: usize, closer: usize, out: &mut Vec<Mend>) {
    let right = closing_text(view.kind(opener));
    let place = view.place(closer);
    let left = opening_text(view.kind(closer));
    out.push(Mend::replace(place.clone(), right, 3));
    out.push(Mend::insert(view.end(closer - 1), right, 3));
    let word = view.word(opener.saturating_sub(1));
    let indexed = view.known.indexes(word) && !view.known.calls(word);
    let called = (view.known.calls(word) || is_builtin(word)) && !view.known.indexes(word);
    let wrong_opener = opener > 0 && (indexed && left == "[" || called && left == "(");
    let cost = if wrong_opener { 2 } else { 5 };
    out.push(Mend::replace(view.place(opener), left, cost));
    out.push(Mend::delete(place, view.word(closer), 5));
    open(view, opener + 1..closer, closer, 2, out);
}

fn unopened(view: &View<'_>, before: Range<usize>, closer: usize, out: &mut Vec<Mend>) {
    out.push(Mend::delete(view.place(closer), view.word(closer), 3));
    for earlier in before.clone() {
        if view.kind(earlier) == view.kind(closer) && earlier + 1 < closer {
            out.push(Mend::delete(view.place(earlier), view.word(earlier), 5));
        }
    }
    open(view, before, closer, 0, out);
}

/// Opens the bracket before any token, or inside a word that lost it.
fn open(view: &View<'_>, before: Range<usize>, closer: usize, extra: Cost, out: &mut Vec<Mend>) {
    const PLACES: usize = 60;
    let text = opening_text(view.kind(closer));
    for token in before.clone().rev().take(PLACES) {
        out.push(opened_before(view, token, before.start, text, extra));
        inside_word(view, token, text, extra, out);
    }
    let called = view.word(closer.saturating_sub(1));
    if ends_operand(view.kind(closer.saturating_sub(1))) && closer > before.start {
        let is_called = view.known.calls(called) || is_callable(called);
        let cost = if is_called { 2 } else { 4 };
        out.push(Mend::insert(view.start(closer), text, cost + extra));
    }
}

/// Returns whether a word is written to be called: a function that is built in, or a class.
fn is_callable(word: &str) -> bool {
    let is_function = is_builtin(word) && word.starts_with(|c: char| c.is_ascii_lowercase());
    is_function || word.starts_with(char::is_uppercase) && word.contains(char::is_lowercase)
}

fn opened_before(view: &View<'_>, token: usize, first: usize, text: &'static str, extra: Cost) -> Mend {
    let start = view.start(token);
    if token == first {
        return Mend::insert(start, text, 9 + extra);
    }
    let before = view.kind(token - 1);
    let applied = matches!(view.kind(token), TokenKind::Lpar | TokenKind::Lsqb);
    if ends_operand(before) && begins_operand(view.kind(token)) && !applied {
        let place = view.end(token - 1)..start;
        return Mend::replace(place, text, 2 + extra).titled(format!("insert '{text}'"));
    }
    Mend::insert(start, text, opening_cost(before) + extra)
}

fn opening_cost(before: TokenKind) -> Cost {
    let begins_expression = matches!(
        before,
        TokenKind::Equal
            | TokenKind::Return
            | TokenKind::Comma
            | TokenKind::Elif
            | TokenKind::While
            | TokenKind::Assert
    );
    if begins_expression || is_operator(before) || closer_of(before).is_some() {
        5
    } else {
        9
    }
}

/// `encodeself, x)` → `encode(self, x)`: without the bracket two words became one.
fn inside_word(view: &View<'_>, token: usize, text: &'static str, extra: Cost, out: &mut Vec<Mend>) {
    let word = view.word(token);
    let defined = token > 0 && matches!(view.kind(token - 1), TokenKind::Def | TokenKind::Class);
    if view.kind(token) != TokenKind::Name || !word.is_ascii() || view.known.binds(word) && !defined {
        return;
    }
    for split in 1..word.len() {
        let (head, tail) = word.split_at(split);
        let parameter = matches!(tail, "self" | "cls") || view.known.mentions(tail) && tail.len() > 1;
        let is_new = !view.known.mentions(word) && view.kind(token + 1) != TokenKind::Lpar;
        let cost = match (view.known.mentions(head), view.known.means(tail)) {
            (false, true) if is_new && tail.len() > 2 && head.len() > 2 => 2,
            _ if defined && parameter => 2,
            (true, true) => 2,
            (false, true) if tail.len() > 2 => 5,
            (true, false) if head.len() > 2 => 6,
            (false, true) => 7,
            _ => continue,
        };
        out.push(Mend::insert(view.start(token) + split, text, cost + extra));
    }
}

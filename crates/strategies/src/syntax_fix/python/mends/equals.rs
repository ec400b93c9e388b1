//! `=`, `==` and their relatives in each other's place.

use ruff_python_ast::token::TokenKind;

use crate::syntax_fix::language::{Cost, Mend};
use crate::syntax_fix::python::site::{Site, closer_of, ends_operand, is_closer};
use crate::syntax_fix::python::view::View;

pub(super) fn propose(site: &Site<'_>, out: &mut Vec<Mend>) {
    let view = site.view;
    let first = view.kind(site.statement.start);
    let mut depth = 0_usize;
    for token in site.statement.clone() {
        let kind = view.kind(token);
        if closer_of(kind).is_some() {
            depth += 1;
        } else if is_closer(kind) {
            depth = depth.saturating_sub(1);
        }
        single(view, token, first, depth, out);
    }
    for token in site.token.saturating_sub(3)..=site.token {
        pair(view, token, out);
        beside_keyword(view, token, out);
    }
}

/// `return = x`, `if a = in b`: removes an assignment beside a keyword.
fn beside_keyword(view: &View<'_>, token: usize, out: &mut Vec<Mend>) {
    if view.kind(token) != TokenKind::Equal {
        return;
    }
    let before = token.checked_sub(1).map(|before| view.kind(before));
    let after = view.kind(token + 1);
    let value = |kind: TokenKind| matches!(kind, TokenKind::None | TokenKind::True | TokenKind::False);
    let follows = before.is_some_and(|kind| kind.is_non_soft_keyword() && !value(kind));
    let precedes = matches!(
        after,
        TokenKind::In | TokenKind::Is | TokenKind::And | TokenKind::Or
    );
    if follows || precedes {
        let start = token.checked_sub(1).map_or(0, |before| view.end(before));
        out.push(Mend::delete(start..view.end(token), "=", 2));
    }
}

/// Replaces one operator by another.
fn single(view: &View<'_>, token: usize, first: TokenKind, depth: usize, out: &mut Vec<Mend>) {
    let condition = matches!(
        first,
        TokenKind::If | TokenKind::Elif | TokenKind::While | TokenKind::Assert
    );
    let place = view.place(token);
    let mut write = |text: &'static str, cost: Cost| out.push(Mend::replace(place.clone(), text, cost));
    match view.kind(token) {
        TokenKind::Equal if depth > 0 && gives_by_name(view, token, condition) => {
            write("==", if condition { 4 } else { 9 });
        }
        TokenKind::Equal => {
            write("==", if condition { 2 } else { 4 });
            if condition {
                write(">=", 8);
                write("!=", 8);
                write("in", 9);
            } else if depth > 0 {
                write(":", 6);
            }
        }
        TokenKind::EqEqual if !condition => write("=", 4),
        TokenKind::ColonEqual if depth == 0 => write("=", 3),
        TokenKind::Colon if depth > 0 => write("=", 6),
        _ => {}
    }
}

/// Returns whether `=` gives an argument or a default, so that nothing is wrong with it.
fn gives_by_name(view: &View<'_>, equal: usize, is_condition: bool) -> bool {
    let before = equal.checked_sub(2).map(|before| view.kind(before));
    let is_after_type = matches!(before, Some(TokenKind::Colon | TokenKind::Vbar));
    let is_called = equal > 2 && ends_operand(view.kind(equal - 3));
    let is_argument = match before {
        Some(TokenKind::Lpar) => is_called,
        Some(TokenKind::Comma) => !is_condition,
        _ => false,
    };
    (is_argument || is_after_type) && matches!(view.kind(equal - 1), TokenKind::Name | TokenKind::None)
}

/// Two tokens that were meant as one: `> =`, `=<`, `<>`.
fn pair(view: &View<'_>, token: usize, out: &mut Vec<Mend>) {
    let written = (view.word(token), view.word(token + 1));
    let meant = match written {
        (">", "=") | ("=", ">") => ">=",
        ("<", "=") | ("=", "<") => "<=",
        ("!", "=" | "==") | ("=", "!") | ("!=", "=") | ("<", ">") | ("~", "=") => "!=",
        ("=", "=" | "==") | ("==", "=") => "==",
        (">=", "=") => ">=",
        ("<=", "=") => "<=",
        ("+", "=") => "+=",
        ("-", "=") => "-=",
        ("*", "=") => "*=",
        ("/", "=") => "/=",
        ("%", "=") => "%=",
        ("//", "=") => "//=",
        ("**", "=") | ("*", "*=") => "**=",
        (":", "=") => ":=",
        ("-", ">") => "->",
        ("*", "*") => "**",
        _ => return,
    };
    let place = view.start(token)..view.end(token + 1);
    out.push(Mend::replace(place, meant, 2));
}

//! A keyword used as a name: `class = {}` → `class_ = {}`, wherever the file does so.

use ruff_python_ast::token::TokenKind;

use super::bracket::is_operator;
use crate::syntax_fix::language::{Change, Mend};
use crate::syntax_fix::python::site::{Site, begins_operand, closer_of, is_closer};
use crate::syntax_fix::python::view::View;

pub(super) fn propose(site: &Site<'_>, out: &mut Vec<Mend>) {
    let view = site.view;
    for token in site.token.saturating_sub(1)..=site.token {
        if is_used_as_name(view, token) {
            rename(view, token, out);
        }
    }
}

/// Returns whether a keyword is in the place of a name.
fn is_used_as_name(view: &View<'_>, token: usize) -> bool {
    let kind = view.kind(token);
    let value = matches!(kind, TokenKind::None | TokenKind::True | TokenKind::False);
    if !kind.is_non_soft_keyword() || value {
        return false;
    }
    let next = view.kind(token + 1);
    let assigned = matches!(
        next,
        TokenKind::Equal | TokenKind::PlusEqual | TokenKind::MinusEqual
    );
    let before = token.checked_sub(1).map(|before| view.kind(before));
    let wanted = before.is_some_and(|before| {
        is_operator(before)
            || closer_of(before).is_some()
            || matches!(before, TokenKind::Comma | TokenKind::Equal)
            || before.is_non_soft_keyword()
    });
    let used = matches!(
        next,
        TokenKind::Dot | TokenKind::Comma | TokenKind::Lsqb | TokenKind::Colon
    ) || follows_operand(next)
        || is_closer(next)
        || next.is_operator()
        || view.starts_line(token + 1);
    let operator = matches!(
        kind,
        TokenKind::Not | TokenKind::Lambda | TokenKind::Await | TokenKind::Yield
    );
    assigned
        || wanted && used && !operator
        || view.starts_line(token) && next == TokenKind::Lsqb && !begins_operand(kind)
}

/// Returns whether a keyword stands behind an operand.
fn follows_operand(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::If | TokenKind::Else | TokenKind::And | TokenKind::Or | TokenKind::Is | TokenKind::In
    )
}

fn rename(view: &View<'_>, keyword: usize, out: &mut Vec<Mend>) {
    let word = view.word(keyword);
    let name = format!("{word}_");
    let same = (0..view.tokens.len())
        .filter(|&token| view.kind(token) == view.kind(keyword) && is_used_as_name(view, token));
    let changes: Vec<Change> = same
        .map(|token| Change::new(view.place(token), name.clone()))
        .collect();
    out.extend(Mend::all(changes, 4, format!("rename '{word}' to '{name}'")));
}

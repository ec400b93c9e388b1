//! Operators without an operand, and tokens written twice.

use ruff_python_ast::token::TokenKind;

use super::bracket::is_operator;
use crate::syntax_fix::language::Mend;
use crate::syntax_fix::python::site::Site;
use crate::syntax_fix::python::view::View;

pub(super) fn propose(site: &Site<'_>, out: &mut Vec<Mend>) {
    let view = site.view;
    let Some(before) = site.token.checked_sub(1) else {
        return;
    };
    twice(view, before, out);
    twice(view, site.token, out);
    if view.starts_line(site.token) || view.kind(site.token) == TokenKind::Semi {
        dangling(view, before, out);
    }
}

/// `a,, b`, `def def f`, `x..y`.
fn twice(view: &View<'_>, token: usize, out: &mut Vec<Mend>) {
    let Some(before) = token.checked_sub(1) else {
        return;
    };
    if view.word(token) == view.word(before) && !view.word(token).is_empty() && !view.starts_line(token) {
        out.push(Mend::delete(
            view.end(before)..view.end(token),
            view.word(token),
            3,
        ));
    }
}

/// A line that ends with an operator: the missing operand is not known.
fn dangling(view: &View<'_>, operator: usize, out: &mut Vec<Mend>) {
    let kind = view.kind(operator);
    let end = view.end(operator);
    match kind {
        TokenKind::PlusEqual | TokenKind::MinusEqual => out.push(Mend::insert(end, " 1", 8)),
        TokenKind::Equal => out.push(Mend::insert(end, " None", 12)),
        TokenKind::Dot | TokenKind::Comma => {
            out.push(Mend::delete(view.start(operator)..end, view.word(operator), 4));
        }
        _ if is_operator(kind) => {
            let start = operator.checked_sub(1).map_or(0, |before| view.end(before));
            out.push(Mend::delete(start..end, view.word(operator), 8));
        }
        _ => {}
    }
}

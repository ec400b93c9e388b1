//! A comprehension without its brackets: `return f(x) for x in y` → `return [f(x) for x in y]`.

use ruff_python_ast::token::TokenKind;

use crate::syntax_fix::language::{Change, Cost, Mend};
use crate::syntax_fix::python::site::Site;

pub(super) fn propose(site: &Site<'_>, out: &mut Vec<Mend>) {
    let view = site.view;
    let tokens = site.statement.clone();
    let for_ = tokens
        .clone()
        .skip(1)
        .find(|&token| view.kind(token) == TokenKind::For);
    let Some(for_) = for_ else {
        return;
    };
    let begins = |&token: &usize| {
        matches!(
            view.kind(token - 1),
            TokenKind::Return
                | TokenKind::Equal
                | TokenKind::In
                | TokenKind::Yield
                | TokenKind::Comma
                | TokenKind::Colon
                | TokenKind::Lpar
        )
    };
    let last = if view.kind(tokens.end - 1) == TokenKind::Colon {
        tokens.end - 2
    } else {
        tokens.end - 1
    };
    for start in (tokens.start + 1..for_).rev().filter(begins) {
        for (open, close, cost) in [("[", "]", 4), ("(", ")", 4)] {
            let cost: Cost = cost;
            let changes = vec![
                Change::new(view.start(start)..view.start(start), open),
                Change::new(view.end(last)..view.end(last), close),
            ];
            out.extend(Mend::all(changes, cost, format!("insert '{open}' and '{close}'")));
        }
    }
}

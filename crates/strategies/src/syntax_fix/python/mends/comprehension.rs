//! A comprehension without its brackets: `return f(x) for x in y` → `return [f(x) for x in y]`.

use ruff_python_ast::token::TokenKind;

use crate::syntax_fix::language::{Change, Mend};
use crate::syntax_fix::python::site::Site;

const COST: u32 = 4;

pub(super) fn propose(site: &Site<'_>, out: &mut Vec<Mend>) {
    let view = site.view;
    let tokens = site.statement.clone();
    let Some(for_) = tokens
        .clone()
        .skip(1)
        .find(|&token| view.kind(token) == TokenKind::For)
    else {
        return;
    };
    let header = view.kind(tokens.end - 1) == TokenKind::Colon;
    let end = view.end(tokens.end - if header { 2 } else { 1 });
    for token in (tokens.start + 1..for_).rev() {
        if begins_expression(view.kind(token - 1)) {
            let start = view.start(token);
            out.extend(
                ["[]", "()"]
                    .map(|pair| wrapped(start, end, pair))
                    .into_iter()
                    .flatten(),
            );
        }
    }
}

/// Returns whether an expression begins behind this token.
fn begins_expression(before: TokenKind) -> bool {
    matches!(
        before,
        TokenKind::Return
            | TokenKind::Equal
            | TokenKind::In
            | TokenKind::Yield
            | TokenKind::Comma
            | TokenKind::Colon
            | TokenKind::Lpar
    )
}

fn wrapped(start: usize, end: usize, pair: &'static str) -> Option<Mend> {
    let (open, close) = pair.split_at(1);
    let changes = vec![Change::new(start..start, open), Change::new(end..end, close)];
    Mend::all(changes, COST, format!("insert '{open}' and '{close}'"))
}

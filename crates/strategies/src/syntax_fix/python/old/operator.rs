//! `a <> b` → `a != b`.

use std::ops::Range;

use ruff_python_ast::token::TokenKind;

use super::Rewrite;
use crate::syntax_fix::language::Change;
use crate::syntax_fix::python::view::View;

pub(super) fn rewrite(view: &View<'_>, statement: Range<usize>, out: &mut Vec<Rewrite>) {
    for token in statement {
        let is_pair = view.kind(token) == TokenKind::Less && view.kind(token + 1) == TokenKind::Greater;
        if is_pair && view.end(token) == view.start(token + 1) {
            let place = view.start(token)..view.end(token + 1);
            out.push(Rewrite::refused(vec![Change::new(place, "!=")]));
        }
    }
}

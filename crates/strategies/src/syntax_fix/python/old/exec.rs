//! `exec code in names` → `exec(code, names)`.

use std::ops::Range;

use ruff_python_ast::token::TokenKind;

use super::{Rewrite, first_outside};
use crate::syntax_fix::language::Change;
use crate::syntax_fix::python::site::begins_operand;
use crate::syntax_fix::python::view::View;

pub(super) fn rewrite(view: &View<'_>, statement: Range<usize>, out: &mut Vec<Rewrite>) {
    let (exec, code) = (statement.start, statement.start + 1);
    if view.word(exec) != "exec" || code >= statement.end || !begins_operand(view.kind(code)) {
        return;
    }
    let in_ = first_outside(view, code..statement.end, TokenKind::In);
    let is_call = view.kind(code) == TokenKind::Lpar;
    if is_call && in_.is_none() {
        return;
    }
    let end = view.end(statement.end - 1);
    let mut changes = vec![
        Change::new(view.end(exec)..view.start(code), "("),
        Change::new(end..end, ")"),
    ];
    changes.extend(in_.map(|in_| Change::new(view.end(in_ - 1)..view.end(in_), ",")));
    out.push(Rewrite {
        changes,
        is_refused: !is_call,
    });
}

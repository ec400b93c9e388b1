//! `raise E, "why"` → `raise E("why")`, `raise E, v, tb` → `raise E(v).with_traceback(tb)` (PEP 3109).

use std::ops::Range;

use ruff_python_ast::token::TokenKind;

use super::{Rewrite, outside, partner};
use crate::syntax_fix::language::Change;
use crate::syntax_fix::python::view::View;

pub(super) fn rewrite(view: &View<'_>, statement: Range<usize>, out: &mut Vec<Rewrite>) {
    if view.kind(statement.start) != TokenKind::Raise {
        return;
    }
    let commas: Vec<usize> = outside(view, statement.start + 1..statement.end)
        .filter(|&token| view.kind(token) == TokenKind::Comma)
        .collect();
    let (value, traceback) = match *commas.as_slice() {
        [comma] => (comma + 1..statement.end, None),
        [comma, second] => (comma + 1..second, Some(second + 1..statement.end)),
        _ => return,
    };
    let class = value.start - 2;
    let is_class = traceback.is_none() || view.word(class).starts_with(char::is_uppercase);
    if value.is_empty() || traceback.as_ref().is_some_and(Range::is_empty) || !is_class {
        return;
    }
    let called = arguments(view, value.clone());
    let more = traceback.map(|range| format!(".with_traceback({})", slice(view, range)));
    let place = view.end(class)..view.end(statement.end - 1);
    out.push(Rewrite::refused(vec![Change::new(
        place,
        called + &more.unwrap_or_default(),
    )]));
}

/// The brackets with the value: empty for `None`, the tuple's own for a tuple.
fn arguments(view: &View<'_>, value: Range<usize>) -> String {
    let text = slice(view, value.clone());
    let is_bracketed = view.kind(value.start) == TokenKind::Lpar
        && partner(view, value.start, value.end) == Some(value.end - 1);
    match text {
        "None" => "()".to_owned(),
        _ if is_bracketed => text.to_owned(),
        _ => format!("({text})"),
    }
}

fn slice<'t>(view: &View<'t>, tokens: Range<usize>) -> &'t str {
    view.slice(view.start(tokens.start)..view.end(tokens.end - 1))
}

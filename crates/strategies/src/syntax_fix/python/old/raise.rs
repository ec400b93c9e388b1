//! `raise E, "why"` → `raise E("why")`, `raise E, v, tb` → `raise E(v).with_traceback(tb)` (PEP 3109), and for an
//! exception that is there, `raise v.__class__, v, tb` → `raise v.with_traceback(tb)`.

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
    if value.is_empty() || traceback.as_ref().is_some_and(Range::is_empty) {
        return;
    }
    let class = slice(view, statement.start + 1..value.start - 1);
    let end = view.end(statement.end - 1);
    let traceback = traceback.map(|range| slice(view, range));
    let (start, text) = match traceback {
        Some(traceback) if is_instance(view, class, slice(view, value.clone()), traceback) => {
            let value = slice(view, value);
            (
                view.start(statement.start + 1),
                format!("{value}.with_traceback({traceback})"),
            )
        }
        Some(traceback) if view.word(value.start - 2).starts_with(char::is_uppercase) => {
            let called = arguments(view, value.clone());
            (
                view.end(value.start - 2),
                format!("{called}.with_traceback({traceback})"),
            )
        }
        Some(_) => return,
        None => (view.end(value.start - 2), arguments(view, value)),
    };
    out.push(Rewrite::refused(vec![Change::new(start..end, text)]));
}

/// Returns whether the value is an exception, of which the class is only repeated: `v.__class__, v`, or both come from
/// `sys.exc_info()`.
fn is_instance(view: &View<'_>, class: &str, value: &str, traceback: &str) -> bool {
    let is_unpacked = ["sys.exc_info()", "exc_info()"].iter().any(|call| {
        view.text
            .contains(&format!("{class}, {value}, {traceback} = {call}"))
    });
    let are_parts = |whole: &str| value == format!("{whole}[1]") && traceback == format!("{whole}[2]");
    class.strip_suffix(".__class__") == Some(value)
        || is_unpacked
        || class.strip_suffix("[0]").is_some_and(are_parts)
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

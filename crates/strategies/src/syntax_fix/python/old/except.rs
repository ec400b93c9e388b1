//! `except E, e:` → `except E as e:` (PEP 3110).

use std::ops::Range;

use ruff_python_ast::token::TokenKind;

use super::{Rewrite, first_outside};
use crate::syntax_fix::language::Change;
use crate::syntax_fix::python::builtins::is_builtin;
use crate::syntax_fix::python::view::View;

pub(super) fn rewrite(view: &View<'_>, statement: Range<usize>, out: &mut Vec<Rewrite>) {
    if view.kind(statement.start) != TokenKind::Except {
        return;
    }
    let Some(comma) = first_outside(view, statement.start + 1..statement.end, TokenKind::Comma) else {
        return;
    };
    if comma + 2 == statement.end && is_target(view, comma + 1) {
        let gap = view.start(comma)..view.start(comma + 1);
        out.push(Rewrite::refused(vec![Change::new(gap, " as ")]));
    }
}

/// Returns whether a word is a name for the exception, not another exception: `except ValueError, TypeError:` is a
/// tuple without its brackets.
fn is_target(view: &View<'_>, token: usize) -> bool {
    let word = view.word(token);
    let is_lower = word.starts_with(|c: char| c.is_lowercase() || c == '_');
    view.kind(token) == TokenKind::Name && is_lower && !is_builtin(word)
}

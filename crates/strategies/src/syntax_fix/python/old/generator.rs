//! `f(x for x in y, z)` → `f((x for x in y), z)`: before Python 3.7 the brackets could be left out beside a comma.

use std::ops::Range;

use ruff_python_ast::token::TokenKind;

use super::{Rewrite, outside, partner};
use crate::syntax_fix::language::Change;
use crate::syntax_fix::python::view::View;

pub(super) fn rewrite(view: &View<'_>, statement: Range<usize>, out: &mut Vec<Rewrite>) {
    for opener in statement.clone().skip(1) {
        let is_callee = matches!(
            view.kind(opener - 1),
            TokenKind::Name | TokenKind::Rpar | TokenKind::Rsqb
        );
        if is_callee && view.kind(opener) == TokenKind::Lpar {
            let closer = partner(view, opener, statement.end);
            out.extend(closer.and_then(|closer| of_call(view, opener + 1..closer)));
        }
    }
}

/// The rewrite of the arguments of a call.
fn of_call(view: &View<'_>, arguments: Range<usize>) -> Option<Rewrite> {
    let commas = outside(view, arguments.clone()).filter(|&token| view.kind(token) == TokenKind::Comma);
    let commas: Vec<usize> = commas.collect();
    let starts = std::iter::once(arguments.start).chain(commas.iter().map(|comma| comma + 1));
    let ends = commas.iter().copied().chain([arguments.end]);
    let each = starts.zip(ends).map(|(start, end)| start..end);
    let bare = each.filter(|argument| !commas.is_empty() && is_generator(view, argument.clone()));
    let changes: Vec<Change> = bare
        .flat_map(|argument| {
            let (start, end) = (view.start(argument.start), view.end(argument.end - 1));
            [Change::new(start..start, "("), Change::new(end..end, ")")]
        })
        .collect();
    (!changes.is_empty()).then(|| Rewrite::refused(changes))
}

/// Returns whether an argument is `x for x in y`.
fn is_generator(view: &View<'_>, argument: Range<usize>) -> bool {
    let is_unnamed = view.kind(argument.start + 1) != TokenKind::Equal;
    let mut for_ = outside(view, argument.clone());
    let has_for = for_.any(|token| token > argument.start && view.kind(token) == TokenKind::For);
    let mut in_ = outside(view, argument);
    has_for && is_unnamed && in_.any(|token| view.kind(token) == TokenKind::In)
}

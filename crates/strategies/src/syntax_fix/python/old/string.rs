//! `ur"\d"` → `r"\d"`: every text is Unicode.

use std::ops::Range;

use ruff_python_ast::token::TokenKind;

use super::Rewrite;
use crate::syntax_fix::language::Change;
use crate::syntax_fix::python::view::View;

pub(super) fn rewrite(view: &View<'_>, statement: Range<usize>, out: &mut Vec<Rewrite>) {
    for token in statement {
        let is_prefix = view.word(token).eq_ignore_ascii_case("ur");
        let is_text = view.kind(token + 1) == TokenKind::String && view.end(token) == view.start(token + 1);
        if is_prefix && is_text {
            let at = view.start(token);
            out.push(Rewrite::refused(vec![Change::new(at..at + 1, "")]));
        }
    }
}

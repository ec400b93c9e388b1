//! `.items` with nothing before the dot, in a class: the instance.

use ruff_python_ast::token::TokenKind;

use crate::syntax_fix::language::Mend;
use crate::syntax_fix::python::site::{Site, ends_operand};

pub(super) fn propose(site: &Site<'_>, out: &mut Vec<Mend>) {
    let view = site.view;
    let dots =
        (site.token.saturating_sub(1)..=site.token).filter(|&token| view.kind(token) == TokenKind::Dot);
    for dot in dots.filter(|&dot| view.kind(dot + 1) == TokenKind::Name) {
        let is_bare = dot == 0 || view.starts_line(dot) || !ends_operand(view.kind(dot - 1));
        let is_import = matches!(
            view.kind(site.statement.start),
            TokenKind::From | TokenKind::Import
        );
        if is_bare && !is_import && view.known.binds("self") {
            out.push(Mend::insert(view.start(dot), "self", 2));
        }
    }
}

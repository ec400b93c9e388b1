//! A `lambda` behind an operator: `key or lambda x: x` → `key or (lambda x: x)`.

use ruff_python_ast::token::TokenKind;

use crate::syntax_fix::language::{Change, Mend};
use crate::syntax_fix::python::old::lambda_end;
use crate::syntax_fix::python::site::Site;

pub(super) fn propose(site: &Site<'_>, out: &mut Vec<Mend>) {
    let view = site.view;
    let lambdas = site
        .statement
        .clone()
        .filter(|&token| view.kind(token) == TokenKind::Lambda);
    for lambda in lambdas.filter(|&lambda| lambda > site.statement.start) {
        if matches!(view.kind(lambda - 1), TokenKind::Or | TokenKind::And)
            && let Some(end) = lambda_end(view, lambda, site.statement.end)
        {
            let at = |place: usize, sign: &'static str| Change::new(place..place, sign);
            let changes = vec![at(view.start(lambda), "("), at(view.end(end - 1), ")")];
            out.extend(Mend::all(changes, 1, "put the lambda in brackets"));
        }
    }
}

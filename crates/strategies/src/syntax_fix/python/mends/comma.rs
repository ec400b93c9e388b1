//! Something missing between two operands that stand side by side.

use std::ops::Range;

use ruff_python_ast::token::TokenKind;

use crate::syntax_fix::language::{Cost, Mend};
use crate::syntax_fix::python::site::{Site, begins_block, begins_operand, ends_operand};

/// Pairs of operands looked at before the fault. A missing comma between two strings is only
/// noticed later: they read as one string.
const BEFORE: usize = 6;

pub(super) fn propose(site: &Site<'_>, out: &mut Vec<Mend>) {
    let view = site.view;
    for token in site.token.saturating_sub(BEFORE).max(1)..=site.token {
        let next = view.kind(token);
        let applied = matches!(next, TokenKind::Lpar | TokenKind::Lsqb);
        let side_by_side = ends_operand(view.kind(token - 1)) && begins_operand(next) && !applied;
        if side_by_side && token < view.tokens.len() {
            between(site, token, out);
        }
    }
}

fn between(site: &Site<'_>, token: usize, out: &mut Vec<Mend>) {
    let view = site.view;
    let gap = view.end(token - 1)..view.start(token);
    let texts = is_text(view.kind(token - 1)) && is_text(view.kind(token));
    let bracketed = !site.open.is_empty();
    let new_line = view.starts_line(token);
    if bracketed {
        let comma: Cost = if new_line || texts { 2 } else { 3 };
        out.push(Mend::insert(
            gap.start,
            ",",
            comma + Cost::from(token != site.token),
        ));
    }
    if !new_line {
        operators(site, token, gap, out);
    }
}

/// Dots, comparisons and arithmetic that may have got lost.
fn operators(site: &Site<'_>, token: usize, gap: Range<usize>, out: &mut Vec<Mend>) {
    let view = site.view;
    let condition = begins_block(view.kind(site.statement.start));
    let at_start = token - 1 == site.statement.start;
    let (before, after) = (view.kind(token - 1), view.kind(token));
    let names = before == TokenKind::Name && after == TokenKind::Name;
    let mut put = |text: &'static str, cost: Cost| {
        out.push(Mend::replace(gap.clone(), text, cost).titled(format!("insert '{}'", text.trim())));
    };
    if names && gap.len() == 1 {
        put(".", if view.word(token - 1) == "self" { 3 } else { 7 });
        put("_", 8);
    }
    put(" = ", if at_start { 6 } else { 9 });
    put(" == ", if condition { 6 } else { 10 });
    put(" in ", if condition { 7 } else { 10 });
    put(" and ", if condition { 7 } else { 10 });
    put(" + ", if is_text(before) || is_text(after) { 6 } else { 9 });
    put(" * ", if before == TokenKind::Int { 6 } else { 10 });
    put(" - ", 10);
}

fn is_text(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::String | TokenKind::FStringStart | TokenKind::FStringEnd
    )
}

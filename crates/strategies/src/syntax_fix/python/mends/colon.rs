//! The `:` after a header: `if x` → `if x:`.

use ruff_python_ast::token::TokenKind;

use crate::syntax_fix::language::Mend;
use crate::syntax_fix::python::site::{
    Site, begins_block, begins_operand, closer_of, ends_operand, is_closer, statement,
};
use crate::syntax_fix::python::view::View;

pub(super) fn propose(site: &Site<'_>, out: &mut Vec<Mend>) {
    for line in site.suspects() {
        header(site.view, line, out);
        arrow(site.view, line, out);
    }
}

/// `def f() : int:` → `def f() -> int:`.
fn arrow(view: &View<'_>, line: usize, out: &mut Vec<Mend>) {
    let tokens = statement(view, line);
    let signature = tokens
        .clone()
        .find(|&token| view.kind(token) == TokenKind::Rpar && view.kind(token + 1) == TokenKind::Colon);
    let Some(colon) = signature.map(|closer| closer + 1) else {
        return;
    };
    let typed = view.kind(tokens.end - 1) == TokenKind::Colon && colon + 1 < tokens.end - 1;
    if view.kind(tokens.start) == TokenKind::Def && typed {
        let place = view.end(colon - 1)..view.end(colon);
        out.push(Mend::replace(place, " ->", 3));
    }
}

fn header(view: &View<'_>, line: usize, out: &mut Vec<Mend>) {
    let tokens = statement(view, line);
    let first = view.kind(tokens.start);
    let soft = matches!(first, TokenKind::Match | TokenKind::Case);
    let block_follows = is_followed_by_block(view, line);
    if tokens.is_empty() || !(begins_block(first) || soft && block_follows) {
        return;
    }
    let Some(depths) = depths_without_colon(view, tokens.clone()) else {
        return;
    };
    at_end(view, tokens.end - 1, block_follows, out);
    for (token, depth) in (tokens.start + 1..tokens.end).zip(depths) {
        if depth == 0 {
            before_body(view, first, token, out);
        }
    }
}

fn at_end(view: &View<'_>, last: usize, block_follows: bool, out: &mut Vec<Mend>) {
    let misprint = matches!(
        view.kind(last),
        TokenKind::Semi
            | TokenKind::Comma
            | TokenKind::Dot
            | TokenKind::Lbrace
            | TokenKind::Equal
            | TokenKind::Rarrow
    );
    if misprint {
        let start = last
            .checked_sub(1)
            .map_or(view.start(last), |before| view.end(before));
        out.push(Mend::replace(start..view.end(last), ":", 3));
    } else {
        out.push(Mend::insert(
            view.end(last),
            ":",
            if block_follows { 2 } else { 4 },
        ));
    }
}

/// `if x return y`: the body on the line of its header.
fn before_body(view: &View<'_>, first: TokenKind, token: usize, out: &mut Vec<Mend>) {
    let bare = matches!(first, TokenKind::Else | TokenKind::Try | TokenKind::Finally);
    let cost = match view.kind(token) {
        TokenKind::Return | TokenKind::Break | TokenKind::Continue | TokenKind::Pass | TokenKind::Raise => 4,
        _ if bare => 4,
        kind if begins_operand(kind) && ends_operand(view.kind(token - 1)) => 7,
        _ => return,
    };
    out.push(Mend::insert(view.end(token - 1), ":", cost));
}

/// The bracket depth before each token but the first; `None` when the header has its colon.
fn depths_without_colon(view: &View<'_>, tokens: std::ops::Range<usize>) -> Option<Vec<usize>> {
    let mut depth = 0_usize;
    let mut lambdas = 0_usize;
    let mut depths = Vec::with_capacity(tokens.len());
    for token in tokens {
        let kind = view.kind(token);
        depths.push(depth);
        match kind {
            TokenKind::Lambda => lambdas += 1,
            TokenKind::Colon if depth == 0 && lambdas > 0 => lambdas -= 1,
            TokenKind::Colon if depth == 0 => return None,
            _ if closer_of(kind).is_some() => depth += 1,
            _ if is_closer(kind) => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    Some(depths.split_off(1.min(depths.len())))
}

/// Returns whether the next statement is deeper than this line's.
pub(super) fn is_followed_by_block(view: &View<'_>, line: usize) -> bool {
    let start = view.lines.statement_start(line);
    let next = view.lines.code_from(line + 1);
    next.is_some_and(|next| view.lines.width(next) > view.lines.width(start))
}

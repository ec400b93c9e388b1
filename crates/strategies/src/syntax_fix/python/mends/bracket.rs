//! A bracket that is not closed: `range(len(x):` → `range(len(x)):`.

use ruff_python_ast::token::TokenKind;

use super::colon::is_followed_by_block;
use crate::syntax_fix::language::{Cost, Mend};
use crate::syntax_fix::python::site::{Site, begins_block, closer_of, closing_text, ends_operand, is_closer};
use crate::syntax_fix::python::view::View;

/// Places tried at most: the nearest to the fault and to the bracket.
const PLACES: usize = 60;

pub(super) fn propose(site: &Site<'_>, out: &mut Vec<Mend>) {
    if let Some(&innermost) = site.open.last() {
        close(site, innermost, out);
        remove(site.view, innermost, out);
    }
    close_all(site, out);
}

/// Closes the innermost open bracket after any token where nothing inside it is open.
fn close(site: &Site<'_>, opener: usize, out: &mut Vec<Mend>) {
    let view = site.view;
    let text = closing_text(view.kind(opener));
    let last = site.token.min(view.tokens.len());
    let mut depth = 0_usize;
    for next in (opener + 1..=last).take(PLACES * 4) {
        if depth == 0 {
            let cost = closing_cost(site, opener, next);
            out.push(Mend::insert(view.end(next - 1), text, cost));
        }
        let kind = view.kind(next);
        if closer_of(kind).is_some() {
            depth += 1;
        } else if is_closer(kind) {
            depth = depth.saturating_sub(1);
        }
    }
}

/// The cost of a closing bracket between `next` and the token before it.
fn closing_cost(site: &Site<'_>, opener: usize, next: usize) -> Cost {
    let view = site.view;
    let before = view.kind(next - 1);
    let own_line = view.lines.at(view.start(opener)) == view.lines.at(view.start(next - 1));
    let unfinished = match before {
        _ if ends_operand(before) => 0,
        TokenKind::Comma if own_line => 3,
        TokenKind::Comma => 0,
        _ if next - 1 == opener => 2,
        _ => 8,
    };
    let after = if view.starts_line(next) {
        line_end_cost(site, opener, next)
    } else {
        inner_cost(site, opener, next)
    };
    unfinished + after
}

/// The cost at the end of a line: of the bracket's own, or of the last one that belongs to it.
fn line_end_cost(site: &Site<'_>, opener: usize, next: usize) -> Cost {
    let view = site.view;
    let line = view.lines.at(view.start(next - 1));
    let opener_line = view.lines.at(view.start(opener));
    let width = view.lines.width(view.lines.statement_start(opener_line));
    let next_width = view.lines.width(view.lines.at(view.start(next)));
    let is_header = begins_block(view.kind(site.statement.start));
    let swallows = (opener_line + 1..=line).any(|between| view.lines.width(between) <= width);
    if is_header && is_followed_by_block(view, line) {
        5
    } else if line == opener_line {
        2
    } else if swallows {
        8
    } else if next >= view.tokens.len() || next_width <= width {
        3
    } else {
        5
    }
}

fn inner_cost(site: &Site<'_>, opener: usize, next: usize) -> Cost {
    let view = site.view;
    let called = opener > 0 && ends_operand(view.kind(opener - 1));
    if is_field(view, opener) {
        return 3;
    }
    let is_subscript = called && view.kind(opener) == TokenKind::Lsqb;
    let decides = begins_block(view.kind(site.statement.start));
    match view.kind(next) {
        // The comparison is with the element: hardly anyone reads the element at `True`.
        kind if is_subscript && decides && is_comparison(kind) => 1,
        TokenKind::Colon if ends_header(view, next) => 2,
        TokenKind::Rarrow => 2,
        TokenKind::For => 4,
        kind if is_closer(kind) => 3,
        TokenKind::Comma | TokenKind::Dot => 6,
        TokenKind::Equal if view.kind(opener) == TokenKind::Lsqb => 3,
        TokenKind::Equal if !called => 4,
        TokenKind::Colon => 6,
        TokenKind::And | TokenKind::Or if called => 4,
        kind if is_operator(kind) => 5,
        _ => 7,
    }
}

fn is_comparison(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::EqEqual
            | TokenKind::NotEqual
            | TokenKind::Less
            | TokenKind::LessEqual
            | TokenKind::Greater
            | TokenKind::GreaterEqual
    )
}

/// Returns whether a bracket begins a field of an f-string.
fn is_field(view: &View<'_>, opener: usize) -> bool {
    let before = opener.checked_sub(1).map(|before| view.kind(before));
    matches!(before, Some(TokenKind::FStringStart | TokenKind::FStringMiddle))
}

/// Returns whether a colon is the last token of its line.
fn ends_header(view: &View<'_>, colon: usize) -> bool {
    view.starts_line(colon + 1)
}

/// Returns whether a token joins two operands or is between two clauses.
pub(super) fn is_operator(kind: TokenKind) -> bool {
    kind.is_operator() && !matches!(kind, TokenKind::Colon | TokenKind::Comma | TokenKind::Dot)
        || matches!(
            kind,
            TokenKind::In
                | TokenKind::Is
                | TokenKind::And
                | TokenKind::Or
                | TokenKind::If
                | TokenKind::Else
                | TokenKind::For
                | TokenKind::Not
        )
}

/// `[[root, 1` → `[[root, 1]]`: several brackets open where a line or its header ends.
fn close_all(site: &Site<'_>, out: &mut Vec<Mend>) {
    let view = site.view;
    let Some(&outermost) = site.open.first() else {
        return;
    };
    let closers: String = site
        .open
        .iter()
        .rev()
        .map(|&open| closing_text(view.kind(open)))
        .collect();
    let colon = view.kind(site.token) == TokenKind::Colon && ends_header(view, site.token);
    let is_header = begins_block(view.kind(site.statement.start));
    if site.open.len() > 1 && (colon || view.starts_line(site.token)) {
        let cost = 1 + Cost::try_from(closers.len()).unwrap_or(Cost::MAX / 2);
        out.push(Mend::insert(view.end(site.token - 1), closers.clone(), cost));
    }
    let line = view.lines.at(view.start(outermost));
    let end = view.lines.get(line).map_or(0, |line| line.tokens.end);
    if is_header
        && end > outermost
        && is_followed_by_block(view, line)
        && view.kind(end - 1) != TokenKind::Colon
    {
        out.push(Mend::insert(view.end(end - 1), closers + ":", 4));
    }
}

/// The bracket may be the mistake itself.
fn remove(view: &View<'_>, opener: usize, out: &mut Vec<Mend>) {
    let grouping = opener == 0 || !ends_operand(view.kind(opener - 1));
    let cost = if grouping && !is_field(view, opener) { 5 } else { 8 };
    out.push(Mend::delete(view.place(opener), view.word(opener), cost));
}

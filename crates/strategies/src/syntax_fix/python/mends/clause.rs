//! `else`, `elif`, `except` and `finally` that are not aligned with their statement.

use ruff_python_ast::token::TokenKind;

use super::indentation::shift;
use crate::syntax_fix::language::{Cost, Mend};
use crate::syntax_fix::python::site::{Site, begins_clause};
use crate::syntax_fix::python::view::View;

/// Statements above that are looked at.
const OPENERS: Cost = 4;

pub(super) fn propose(site: &Site<'_>, out: &mut Vec<Mend>) {
    let view = site.view;
    interruption(site, out);
    let line = view.lines.at(view.start(site.token));
    let Some(clause) = view.lines.get(line).filter(|line| line.is_code()) else {
        return;
    };
    let kind = view.kind(clause.tokens.start);
    if !begins_clause(kind) {
        return;
    }
    for (rank, opener) in (0..OPENERS).zip(view.statements_above(line, |opener| continues(kind, opener))) {
        let farther: Cost = rank * 2;
        move_clause(view, line, opener, farther, out);
        join_interruption(view, line, opener, farther, out);
    }
    if kind == TokenKind::Elif {
        let token = clause.tokens.start;
        out.push(Mend::replace(view.place(token), "if", 7));
    }
}

/// The line at fault is between a block and the clause that continues it.
fn interruption(site: &Site<'_>, out: &mut Vec<Mend>) {
    const STATEMENTS: usize = 6;
    let lines = &site.view.lines;
    let line = lines.at(site.view.start(site.token));
    let Some(before) = lines
        .code_before(line)
        .filter(|&before| lines.width(before) > lines.width(line))
    else {
        return;
    };
    let mut end = line;
    for _ in 0..STATEMENTS {
        end = lines.block_end(end);
        if begins_clause(site.view.first_kind(end)) {
            let levels = lines
                .levels_before(line)
                .into_iter()
                .filter(|&level| level > lines.width(end));
            for (rank, level) in (0..).zip(levels) {
                let nearest: Cost = if level == lines.width(before) { 0 } else { rank };
                out.extend(shift(site.view, line..end, level, 3 + nearest));
            }
        }
    }
}

/// Returns whether such a clause can continue such a statement.
fn continues(clause: TokenKind, opener: TokenKind) -> bool {
    match clause {
        TokenKind::Elif => matches!(opener, TokenKind::If | TokenKind::Elif),
        TokenKind::Except => matches!(opener, TokenKind::Try | TokenKind::Except),
        TokenKind::Finally => matches!(opener, TokenKind::Try | TokenKind::Except | TokenKind::Else),
        _ => matches!(
            opener,
            TokenKind::If | TokenKind::Elif | TokenKind::For | TokenKind::While | TokenKind::Except
        ),
    }
}

fn move_clause(view: &View<'_>, line: usize, opener: usize, farther: Cost, out: &mut Vec<Mend>) {
    let to = view.lines.width(opener);
    let end = view.lines.block_end(line);
    out.extend(shift(view, line..end, to, 3 + farther));
    if end != line + 1 {
        out.extend(shift(view, line..line + 1, to, 4 + farther));
    }
}

/// Lines between the opener's block and the clause are indented like the opener: they belong into its block.
fn join_interruption(view: &View<'_>, line: usize, opener: usize, farther: Cost, out: &mut Vec<Mend>) {
    let end = view.lines.block_end(opener);
    if end < line {
        let body = view
            .lines
            .code_from(opener + 1)
            .map_or(0, |body| view.lines.width(body));
        out.extend(shift(view, end..line, body, 4 + farther));
    }
}

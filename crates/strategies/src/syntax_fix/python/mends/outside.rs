//! `return`, `yield`, `break` or `continue` outside the function or loop it belongs to: the lines
//! stand too far left.

use ruff_python_ast::token::TokenKind;
use ruff_python_parser::semantic_errors::SemanticSyntaxErrorKind as Compiler;

use super::indentation::{run_to_dedent, shift};
use crate::syntax_fix::language::{Cost, Mend};
use crate::syntax_fix::python::fault::FaultKind;
use crate::syntax_fix::python::site::Site;
use crate::syntax_fix::python::view::View;

pub(super) fn propose(site: &Site<'_>, out: &mut Vec<Mend>) {
    let FaultKind::Compiler(error) = &site.fault.kind else {
        return;
    };
    let home: fn(TokenKind) -> bool = match error {
        Compiler::ReturnOutsideFunction | Compiler::YieldOutsideFunction(_) => is_function,
        Compiler::BreakOutsideLoop | Compiler::ContinueOutsideLoop => is_loop,
        _ => return,
    };
    let line = site.view.lines.statement_start(site.view.lines.at(site.fault.at));
    for (rank, opener) in (0..).zip(homes(site.view, line, home)) {
        let farther: Cost = rank * 3;
        move_into(site.view, line, opener, farther, out);
    }
}

fn is_function(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Def | TokenKind::Async)
}

fn is_loop(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::For | TokenKind::While | TokenKind::Async)
}

/// Headers above that the line could belong to, the nearest first.
fn homes(view: &View<'_>, line: usize, home: fn(TokenKind) -> bool) -> Vec<usize> {
    const MOST: usize = 3;
    let mut homes = Vec::new();
    let mut next = view.lines.code_before(line);
    while let Some(above) = next.filter(|_| homes.len() < MOST) {
        let first = view.lines.get(above).map_or(0, |line| line.tokens.start);
        if home(view.kind(first)) {
            homes.push(above);
        }
        next = view.lines.code_before(above);
    }
    homes
}

/// Moves the line into the block of `home`, alone, with what follows it, and with what stands
/// between that block and the line.
fn move_into(view: &View<'_>, line: usize, home: usize, farther: Cost, out: &mut Vec<Mend>) {
    let block_end = view.lines.block_end(home);
    let Some(body) = view.lines.code_from(home + 1) else {
        return;
    };
    for to in columns(view, home, body, block_end.min(line)) {
        let depth = if to == view.lines.width(body) { 0 } else { 2 };
        for (first, start_cost) in [(block_end, 0), (line, 1)] {
            for (end, end_cost) in [
                (view.lines.block_end(line), 0),
                (run_to_dedent(view, line), 1),
                (next_definition(view, line), 1),
            ] {
                if first <= line && end > line {
                    out.extend(shift(
                        view,
                        first..end,
                        to,
                        3 + farther + depth + start_cost + end_cost,
                    ));
                }
            }
        }
    }
}

/// Columns inside the block of `home`, as far as its last lines open any.
fn columns(view: &View<'_>, home: usize, body: usize, end: usize) -> Vec<usize> {
    let outer = view.lines.width(home);
    let mut columns = vec![view.lines.width(body).max(outer + 1)];
    for level in view.lines.levels_before(end) {
        if level > outer && !columns.contains(&level) {
            columns.push(level);
        }
    }
    columns
}

/// The next line that begins a definition no deeper than `line`.
fn next_definition(view: &View<'_>, line: usize) -> usize {
    let width = view.lines.width(line);
    let mut next = view.lines.block_end(line);
    while next < view.lines.len() && view.lines.width(next) >= width {
        let first = view.lines.get(next).map_or(0, |line| line.tokens.start);
        let kind = view.kind(first);
        if is_function(kind) || matches!(kind, TokenKind::Class | TokenKind::At) {
            return next;
        }
        next = view.lines.block_end(next);
    }
    next
}

//! `return`, `yield`, `break` or `continue` outside the function or loop it belongs to: the lines
//! are indented too little.

use std::ops::Range;

use ruff_python_ast::token::TokenKind;
use ruff_python_parser::semantic_errors::SemanticSyntaxErrorKind as Compiler;

use super::indentation::{run_to_dedent, shift};
use crate::syntax_fix::language::{Cost, Mend};
use crate::syntax_fix::python::fault::FaultKind;
use crate::syntax_fix::python::site::Site;
use crate::syntax_fix::python::view::View;

/// Headers above that are looked at.
const HOMES: Cost = 3;

pub(super) fn propose(site: &Site<'_>, out: &mut Vec<Mend>) {
    let FaultKind::Compiler(error) = &site.fault.kind else {
        return;
    };
    let home: fn(TokenKind) -> bool = match error {
        Compiler::ReturnOutsideFunction | Compiler::YieldOutsideFunction(_) => is_function,
        Compiler::BreakOutsideLoop | Compiler::ContinueOutsideLoop => is_loop,
        _ => return,
    };
    let view = site.view;
    let line = view.lines.statement_start(view.lines.at(site.fault.at));
    for (rank, opener) in (0..HOMES).zip(view.statements_above(line, home)) {
        move_into(view, line, opener, rank * 3, out);
    }
}

fn is_function(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Def | TokenKind::Async)
}

fn is_loop(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::For | TokenKind::While | TokenKind::Async)
}

/// Moves the line, with its block, into the block of `home`.
fn move_into(view: &View<'_>, line: usize, home: usize, farther: Cost, out: &mut Vec<Mend>) {
    let block_end = view.lines.block_end(home);
    let Some(body) = view.lines.code_from(home + 1) else {
        return;
    };
    for to in columns(view, home, body, block_end.min(line)) {
        let depth = if to == view.lines.width(body) { 0 } else { 2 };
        for (lines, cost) in runs(view, line, block_end) {
            out.extend(shift(view, lines, to, 3 + farther + depth + cost));
        }
    }
}

/// The lines that may belong together: the one at fault or all from the end of the block on, up to
/// its end, to lines with less indentation, or to the next definition.
fn runs(view: &View<'_>, line: usize, block_end: usize) -> impl Iterator<Item = (Range<usize>, Cost)> {
    let ends = [
        (view.lines.block_end(line), 0),
        (run_to_dedent(view, line), 1),
        (next_definition(view, line), 1),
    ];
    let starts = [(block_end, 0), (line, 1)]
        .into_iter()
        .filter(move |&(start, _)| start <= line);
    starts.flat_map(move |(start, early)| ends.map(|(end, late)| (start..end, early + late)))
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
        let kind = view.first_kind(next);
        if is_function(kind) || matches!(kind, TokenKind::Class | TokenKind::At) {
            return next;
        }
        next = view.lines.block_end(next);
    }
    next
}

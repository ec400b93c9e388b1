//! A header without its block: the lines below it belong deeper.

mod uses;

use ruff_python_ast::token::TokenKind;

use super::indentation::{file_indent, run_ends, shift};
use crate::syntax_fix::language::{Cost, Mend};
use crate::syntax_fix::python::fault::FaultKind;
use crate::syntax_fix::python::lines::Line;
use crate::syntax_fix::python::site::{Site, begins_block, begins_clause};
use crate::syntax_fix::python::view::View;

pub(super) fn propose(site: &Site<'_>, out: &mut Vec<Mend>) {
    if !matches!(site.fault.kind, FaultKind::Block) {
        return;
    }
    let view = site.view;
    let below = line_below(site);
    let Some(header) = view.lines.code_before(below) else {
        return;
    };
    if below < view.lines.len() {
        indent_below(view, header, below, out);
        dedent_header(view, header, below, out);
    }
    pass(view, header, below, out);
}

/// The first line after the header on which a statement begins, or the end of the file.
pub(super) fn line_below(site: &Site<'_>) -> usize {
    let view = site.view;
    let line = view.lines.at(site.fault.at);
    let after_header = view
        .lines
        .get(line)
        .is_some_and(|line| line.is_code() && line.text_start() < site.fault.at);
    view.lines
        .code_from(line + usize::from(after_header))
        .unwrap_or(view.lines.len())
}

/// The block is where it belongs, and its header is too deep.
fn dedent_header(view: &View<'_>, header: usize, below: usize, out: &mut Vec<Mend>) {
    let to = view.lines.width(below).checked_sub(view.known.unit.width());
    if let Some(to) = to.filter(|&to| to < view.lines.width(header)) {
        out.extend(shift(view, header..header + 1, to, 4));
    }
}

fn indent_below(view: &View<'_>, header: usize, below: usize, out: &mut Vec<Mend>) {
    let width = view.lines.width(header);
    let to = width + view.known.unit.width();
    let by = to.saturating_sub(view.lines.width(below));
    let quoted: Cost = if view.first_kind(below) == TokenKind::String {
        4
    } else {
        0
    };
    if stands_alone(view, below, to) {
        out.extend(shift(view, below..below + 1, to, 1 + quoted));
    }
    for (index, end) in run_ends(view, below, by, width).into_iter().enumerate() {
        let cost = 3 + quoted + run_cost(view, header, below, end, index);
        out.extend(shift(view, below..end, to, cost));
    }
}

/// Returns whether the lines below a line are indented like the block's own lines or deeper: then it is the
/// only line that was moved.
fn stands_alone(view: &View<'_>, line: usize, to: usize) -> bool {
    let Some(next) = view.lines.code_from(line + 1) else {
        return false;
    };
    let own = match begins_block(view.first_kind(line)) {
        true => to + view.known.unit.width(),
        false => to,
    };
    view.lines.width(line) < to && view.lines.width(next) == own
}

/// The cost of ending a block before line `end`, `earlier` statements after its first.
fn run_cost(view: &View<'_>, header: usize, first: usize, end: usize, earlier: usize) -> Cost {
    let needed = uses::needed_end(view, header, first);
    match needed {
        Some(needed) if end < needed => return 8,
        Some(needed) if end == needed => return 0,
        _ => {}
    }
    let next = Ahead::of(view, end);
    let width = view.lines.width(first);
    let at_end = end >= view.lines.len() || next.width < width;
    if defines(view.first_kind(header)) {
        let members = defines(view.first_kind(first));
        let sibling = defines(next.token) && !members && next.width <= view.lines.width(header).max(width);
        return if at_end || sibling { 0 } else { 4 };
    }
    let clause = begins_clause(next.token) && next.width == view.lines.width(header);
    let apart = view
        .lines
        .get(end.saturating_sub(1))
        .is_some_and(|line| line.tokens.is_empty());
    match earlier {
        _ if clause => 0,
        0 => 0,
        _ if at_end => 2,
        _ if apart || leaves(view, end) => 2,
        _ => 4,
    }
}

/// The line after a run.
struct Ahead {
    token: TokenKind,
    width: usize,
}

impl Ahead {
    fn of(view: &View<'_>, line: usize) -> Self {
        Self {
            token: view.first_kind(line),
            width: view.lines.width(line),
        }
    }
}

fn defines(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::Def | TokenKind::Class | TokenKind::Async | TokenKind::At
    )
}

/// Returns whether the statement before a line leaves its block.
fn leaves(view: &View<'_>, line: usize) -> bool {
    let before = view.lines.code_before(line).map(|line| view.first_kind(line));
    matches!(
        before,
        Some(TokenKind::Return | TokenKind::Break | TokenKind::Continue | TokenKind::Raise)
    )
}

/// The block may be empty on purpose.
fn pass(view: &View<'_>, header: usize, below: usize, out: &mut Vec<Mend>) {
    let outer = view.lines.width(header);
    let inside =
        |line: &Line| !line.tokens.is_empty() || line.width > outer && line.text_start() < line.range.end;
    let last = (header..below)
        .rev()
        .filter_map(|line| view.lines.get(line))
        .find(|line| inside(line));
    if let Some(line) = last {
        let indent = file_indent(view, outer + view.known.unit.width());
        let text = format!("{}{indent}pass", view.known.newline);
        out.push(Mend::insert(line.range.end, text, pass_cost(view, header, below)));
    }
}

/// The cost of an empty block below a header.
fn pass_cost(view: &View<'_>, header: usize, below: usize) -> Cost {
    let next = Ahead::of(view, below);
    let width = view.lines.width(header);
    let function = matches!(view.first_kind(header), TokenKind::Def | TokenKind::Async);
    if below >= view.lines.len() || next.width < width {
        5
    } else if function && defines(next.token) && next.width == width {
        4
    } else {
        9
    }
}

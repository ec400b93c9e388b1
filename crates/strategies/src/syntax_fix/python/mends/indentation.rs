//! Moving lines to another column.

use std::ops::Range;

use crate::syntax_fix::language::{Change, Cost, Mend};
use crate::syntax_fix::python::known::Unit;
use crate::syntax_fix::python::lines::Line;
use crate::syntax_fix::python::site::{begins_block, begins_clause};
use crate::syntax_fix::python::view::View;

/// Moves lines so that the first of them begins at column `to`; the others keep their distance.
///
/// `None` when there is nothing to move, or a line would have to go beyond the left margin.
pub(super) fn shift(view: &View<'_>, lines: Range<usize>, to: usize, cost: Cost) -> Option<Mend> {
    let from = view.lines.width(lines.start);
    if from == to {
        return None;
    }
    let title = match lines.len() {
        1 => format!("indent to column {to}"),
        _ => format!("indent lines {}-{} to column {to}", lines.start + 1, lines.end),
    };
    let mut changes = Vec::new();
    for line in lines
        .filter_map(|line| view.lines.get(line))
        .filter(|line| moves(view, line))
    {
        let width = (line.width + to).checked_sub(from).or(line.joined.then_some(0))?;
        changes.push(Change::new(
            line.range.start..line.text_start(),
            blank(view, line, width),
        ));
    }
    Mend::all(changes, cost, title)
}

/// Blank lines have no column, and the white space of a string is part of it.
fn moves(view: &View<'_>, line: &Line) -> bool {
    !line.in_string && !view.slice(line.range.clone()).trim().is_empty()
}

/// White space of a width, in the style of the line or else of the file.
fn blank(view: &View<'_>, line: &Line, width: usize) -> String {
    let before = view.slice(line.range.start..line.text_start());
    let tabs = match view.known.unit {
        Unit::Tab => true,
        Unit::Spaces(_) => before.contains('\t'),
    };
    indent(width, tabs)
}

/// White space of a width.
pub(super) fn indent(width: usize, tabs: bool) -> String {
    if tabs {
        "\t".repeat(width / 8) + &" ".repeat(width % 8)
    } else {
        " ".repeat(width)
    }
}

/// The white space at the beginning of a new line of this width.
pub(super) fn file_indent(view: &View<'_>, width: usize) -> String {
    indent(width, view.known.unit == Unit::Tab)
}

/// The possible ends of a run of lines that begins with `line`: after its statement with its block,
/// after the next one, and so on, while a line moved to the right by `by` would still be at column
/// `floor` or deeper.
pub(super) fn run_ends(view: &View<'_>, line: usize, by: usize, floor: usize) -> Vec<usize> {
    const MOST: usize = 60;
    let mut ends = Vec::new();
    let mut next = line;
    while ends.len() < MOST && next < view.lines.len() && view.lines.width(next) + by >= floor {
        let block_end = view.lines.block_end(next);
        let statement_end = statement_end(view, next);
        // A clause behind the first statement may belong to that, or to the header above.
        if statement_end != block_end {
            ends.push(block_end);
        }
        ends.push(statement_end);
        next = statement_end;
    }
    ends
}

/// The first line after a statement with all its clauses.
fn statement_end(view: &View<'_>, line: usize) -> usize {
    let mut end = view.lines.block_end(line);
    let takes_clauses = begins_block(view.first_kind(line)) && !begins_clause(view.first_kind(line));
    while takes_clauses
        && view.lines.width(end) == view.lines.width(line)
        && begins_clause(view.first_kind(end))
    {
        end = view.lines.block_end(end);
    }
    end
}

/// The first line from `line` on that is left of it.
pub(super) fn run_to_dedent(view: &View<'_>, line: usize) -> usize {
    let width = view.lines.width(line);
    let mut end = view.lines.block_end(line);
    while end < view.lines.len() && view.lines.width(end) >= width {
        end = view.lines.block_end(end);
    }
    end
}

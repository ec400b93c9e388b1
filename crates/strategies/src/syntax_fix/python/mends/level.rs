//! A line indented deeper than the one before allows, or like no block around it.

use super::indentation::{run_to_dedent, shift};
use crate::syntax_fix::language::{Cost, Mend};
use crate::syntax_fix::python::fault::FaultKind;
use crate::syntax_fix::python::site::{Site, begins_block};
use crate::syntax_fix::python::view::View;

pub(super) fn propose(site: &Site<'_>, out: &mut Vec<Mend>) {
    if !matches!(site.fault.kind, FaultKind::Indent | FaultKind::Dedent) {
        return;
    }
    let view = site.view;
    let Some(line) = view.lines.code_from(view.lines.at(site.fault.at)) else {
        return;
    };
    lone_before(view, line, out);
    to_levels(view, line, out);
    lines_before(view, line, out);
}

/// Moves the line, alone or with those of the same indentation, to the columns of the blocks around it.
fn to_levels(view: &View<'_>, line: usize, out: &mut Vec<Mend>) {
    let width = view.lines.width(line);
    let mut levels = view.lines.levels_before(line);
    if levels.is_empty() {
        levels.push(0);
    }
    levels.sort_by_key(|level| level.abs_diff(width));
    let alone = view.lines.block_end(line);
    let together = run_to_dedent(view, line);
    for (rank, &level) in (0..).zip(&levels) {
        let farther: Cost = rank * 2;
        let block = view
            .lines
            .code_from(line + 1)
            .map(|block| view.lines.width(block));
        if block == Some(level + view.known.unit.width()) && alone > line + 1 {
            out.extend(shift(view, line..line + 1, level, 2 + farther));
        }
        out.extend(shift(view, line..together, level, 3 + farther));
        if alone != together {
            out.extend(shift(view, line..alone, level, 4 + farther));
        }
    }
}

/// Moves one earlier line that is too far left, between lines indented like this one.
fn lone_before(view: &View<'_>, line: usize, out: &mut Vec<Mend>) {
    const NEAR: usize = 4;
    let to = view.lines.width(line);
    let mut earlier = view.lines.code_before(line);
    for _ in 0..NEAR {
        let Some(lone) = earlier else { return };
        earlier = view.lines.code_before(lone);
        let fits = |width: usize, header: usize| {
            let deeper = if begins_block(view.first_kind(header)) {
                view.known.unit.width()
            } else {
                0
            };
            width == to + deeper
        };
        let above = earlier.map(|above| view.lines.width(above));
        let below = view
            .lines
            .code_from(lone + 1)
            .map(|below| view.lines.width(below));
        let is_between = above == Some(to) && below.is_some_and(|below| fits(below, lone));
        if view.lines.width(lone) < to && is_between {
            out.extend(shift(view, lone..lone + 1, to, 1));
        }
    }
}

/// The line may be right and those before it wrong: moves them to its column.
fn lines_before(view: &View<'_>, line: usize, out: &mut Vec<Mend>) {
    let Some(before) = view.lines.code_before(line) else {
        return;
    };
    let to = view.lines.width(line);
    let level = view.lines.width(before);
    let mut start = before;
    let mut count: Cost = 0;
    while count < 12 {
        out.extend(shift(view, start..line, to, 6 + count.min(1)));
        count += 1;
        match view.lines.code_before(start) {
            Some(earlier) if view.lines.width(earlier) >= level => start = earlier,
            _ => return,
        }
    }
}

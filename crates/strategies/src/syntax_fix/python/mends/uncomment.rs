//! Commented-out code that the code below needs.

use ruff_python_parser::semantic_errors::SemanticSyntaxErrorKind as Compiler;

use super::block::line_below;
use super::indentation::file_indent;
use crate::syntax_fix::language::{Cost, Mend};
use crate::syntax_fix::python::fault::FaultKind;
use crate::syntax_fix::python::site::Site;
use crate::syntax_fix::python::view::View;
use crate::syntax_fix::python::wording::is_statement;

/// Lines above the fault that are looked at.
const LINES: usize = 40;

pub(super) fn propose(site: &Site<'_>, out: &mut Vec<Mend>) {
    let below = line_below(site);
    match &site.fault.kind {
        FaultKind::Block | FaultKind::Indent | FaultKind::Token => gap(site, below, out),
        FaultKind::Compiler(
            Compiler::ReturnOutsideFunction
            | Compiler::YieldOutsideFunction(_)
            | Compiler::BreakOutsideLoop
            | Compiler::ContinueOutsideLoop,
        )
        | FaultKind::Dedent => above(site.view, below, |code| code.ends_with(':'), out),
        _ => {}
    }
    if matches!(
        site.fault.kind,
        FaultKind::Indent | FaultKind::Dedent | FaultKind::Token
    ) {
        above(site.view, below, |code| code.ends_with(['(', '[', '{']), out);
    }
}

/// Comments between the fault and the statement before it: a body, or a header.
fn gap(site: &Site<'_>, below: usize, out: &mut Vec<Mend>) {
    let view = site.view;
    let above = view.lines.code_before(below);
    let unit = view.known.unit.width();
    let width = above.map_or(0, |above| view.lines.width(above));
    let levels = match site.fault.kind {
        FaultKind::Indent => [view.lines.width(below).saturating_sub(unit), width],
        _ => [width + unit, width],
    };
    let from = above.map_or(0, |above| above + 1);
    for (rank, line) in (0..).zip((from..below).rev().take(8)) {
        for level in levels {
            let in_place: Cost = if view.lines.width(line) == level { 0 } else { 2 };
            uncomment(view, line, level, 2 + rank + in_place, out);
        }
    }
}

/// Comments above, at any distance, whose code would explain the fault.
fn above(view: &View<'_>, below: usize, explains: impl Fn(&str) -> bool, out: &mut Vec<Mend>) {
    for line in (below.saturating_sub(LINES)..below).rev() {
        if commented_code(view, line).is_some_and(&explains) {
            uncomment(view, line, view.lines.width(line), 4, out);
        }
    }
}

/// The content of a comment that is alone on its line.
fn commented_code<'a>(view: &View<'a>, line: usize) -> Option<&'a str> {
    let line = view.lines.get(line)?;
    let text = view
        .slice(line.text_start().min(line.range.end)..line.range.end)
        .trim_end();
    Some(text.strip_prefix('#')?.trim_start_matches('#').trim())
}

fn uncomment(view: &View<'_>, line: usize, width: usize, cost: Cost, out: &mut Vec<Mend>) {
    let Some(code) = commented_code(view, line).filter(|code| is_statement(view.known, code)) else {
        return;
    };
    if let Some(line) = view.lines.get(line) {
        let text = format!("{}{code}", file_indent(view, width));
        out.push(Mend::replace(line.range.clone(), text, cost).titled("make the comment code again"));
    }
}

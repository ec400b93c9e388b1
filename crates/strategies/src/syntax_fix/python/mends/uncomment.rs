//! Code that was commented out although what follows needs it.

use super::block::line_below;
use super::indentation::file_indent;
use crate::syntax_fix::language::{Cost, Mend};
use crate::syntax_fix::python::fault::FaultKind;
use crate::syntax_fix::python::site::Site;
use crate::syntax_fix::python::view::View;
use crate::syntax_fix::python::wording::is_statement;

pub(super) fn propose(site: &Site<'_>, out: &mut Vec<Mend>) {
    let view = site.view;
    let below = line_below(site);
    let above = view.lines.code_before(below);
    let unit = view.known.unit.width();
    let width = above.map_or(0, |above| view.lines.width(above));
    let levels = match site.fault.kind {
        FaultKind::Block => vec![width + unit],
        FaultKind::Indent => vec![view.lines.width(below).saturating_sub(unit), width],
        FaultKind::Token => vec![width, width + unit],
        _ => return,
    };
    let from = above.map_or(0, |above| above + 1);
    for (rank, line) in (0..).zip((from..below).rev().take(8)) {
        for &level in &levels {
            uncomment(view, line, level, 4 + rank, out);
        }
    }
}

fn uncomment(view: &View<'_>, line: usize, width: usize, cost: Cost, out: &mut Vec<Mend>) {
    let Some(line) = view.lines.get(line) else {
        return;
    };
    let text = view.text[line.text_start()..line.range.end].trim_end();
    let Some(code) = text
        .strip_prefix('#')
        .map(|text| text.trim_start_matches('#').trim())
    else {
        return;
    };
    if is_statement(view.known, code) {
        let text = format!("{}{code}", file_indent(view, width));
        out.push(Mend::replace(line.range.clone(), text, cost).titled("make the comment code again"));
    }
}

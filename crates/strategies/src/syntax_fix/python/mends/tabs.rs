//! Tabs and spaces mixed: every tab at the beginning of a line becomes spaces.

use crate::syntax_fix::language::{Change, Mend};
use crate::syntax_fix::python::fault::FaultKind;
use crate::syntax_fix::python::known::Unit;
use crate::syntax_fix::python::site::Site;
use crate::syntax_fix::python::view::View;

pub(super) fn propose(site: &Site<'_>, out: &mut Vec<Mend>) {
    let of_indentation = matches!(
        site.fault.kind,
        FaultKind::Indent | FaultKind::Dedent | FaultKind::Block
    );
    if !of_indentation || !is_mixed(site.view) {
        return;
    }
    let unit = match site.view.known.unit {
        Unit::Spaces(spaces) => spaces,
        Unit::Tab => 4,
    };
    for (tab, cost) in [(unit, 3), (4, 4), (8, 4)] {
        let title = format!("write tabs as {tab} spaces");
        out.extend(Mend::all(expanded(site.view, tab), cost, title));
    }
}

fn blanks<'a>(view: &'a View<'_>) -> impl Iterator<Item = (usize, &'a str)> {
    let lines = (0..view.lines.len()).filter_map(|line| view.lines.get(line));
    lines
        .filter(|line| !line.in_string)
        .map(|line| (line.range.start, view.slice(line.range.start..line.text_start())))
}

fn is_mixed(view: &View<'_>) -> bool {
    let has = |c: char| blanks(view).any(|(_, blank)| blank.contains(c));
    has('\t') && has(' ')
}

fn expanded(view: &View<'_>, tab: usize) -> Vec<Change> {
    blanks(view)
        .filter(|(_, blank)| blank.contains('\t'))
        .map(|(start, blank)| {
            let width = blank.chars().fold(0, |column, c| match c {
                '\t' => (column / tab + 1) * tab,
                _ => column + 1,
            });
            Change::new(start..start + blank.len(), " ".repeat(width))
        })
        .collect()
}

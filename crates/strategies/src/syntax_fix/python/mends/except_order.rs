//! `except:` before other clauses: it goes behind the last of them.

use ruff_python_ast::token::TokenKind;

use crate::syntax_fix::language::{Change, Mend};
use crate::syntax_fix::python::fault::FaultKind;
use crate::syntax_fix::python::site::Site;

pub(super) fn propose(site: &Site<'_>, out: &mut Vec<Mend>) {
    if !matches!(site.fault.kind, FaultKind::BareExcept) {
        return;
    }
    let lines = &site.view.lines;
    let start = |line: usize| {
        lines
            .get(line)
            .map_or(site.view.text.len(), |line| line.range.start)
    };
    let bare = lines.at(site.fault.at);
    let end = lines.block_end(bare);
    let mut last = end;
    while lines.width(last) == lines.width(bare) && site.view.first_kind(last) == TokenKind::Except {
        last = lines.block_end(last);
    }
    let clause = site.view.slice(start(bare)..start(end)).to_owned();
    let changes = vec![
        Change::new(start(bare)..start(end), ""),
        Change::new(start(last)..start(last), clause),
    ];
    out.extend(Mend::all(changes, 3, "put the 'except' for everything last"));
}

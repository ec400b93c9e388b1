//! A string that begins where it should end: `name=utf8',` → `name='utf8',`.

use super::{Quoted, Unclosed};
use crate::syntax_fix::language::{Cost, Mend};
use crate::syntax_fix::python::site::Site;
use crate::syntax_fix::python::view::part;
use crate::syntax_fix::python::wording::{Wording, wording};

/// Places before the quote that are tried, the nearest first.
const PLACES: Cost = 6;

pub(super) fn propose(site: &Site<'_>, line: &Quoted<'_>, open: &Unclosed, out: &mut Vec<Mend>) {
    let text = line.view.text;
    let end = open.content.start - 1;
    let from = line
        .range
        .start
        .max(site.view.start(site.statement.start))
        .min(end);
    let starts = part(text, from..end)
        .char_indices()
        .rev()
        .filter(|&(_, c)| begins_operand(c));
    let mut rank: Cost = 0;
    for (offset, c) in starts {
        let at = from + offset + c.len_utf8();
        let content = part(text, at..end);
        if rank >= PLACES {
            return;
        }
        if content.trim().is_empty() || content.starts_with(' ') {
            continue;
        }
        out.push(Mend::insert(at, open.quote, 2 + rank + code_cost(line, content)));
        rank += 1;
    }
}

/// Returns whether an operand may begin after this character.
fn begins_operand(c: char) -> bool {
    matches!(c, '(' | '[' | '{' | ',' | '=' | ':' | ' ' | '+' | '%')
}

fn code_cost(line: &Quoted<'_>, content: &str) -> Cost {
    match wording(line.view.known, content) {
        Wording::Expression => 4,
        Wording::Name => 3,
        _ => 0,
    }
}

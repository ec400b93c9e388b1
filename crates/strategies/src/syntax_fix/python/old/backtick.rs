//! `` `x` `` → `repr(x)`.

use std::ops::Range;

use super::Rewrite;
use crate::syntax_fix::language::Change;
use crate::syntax_fix::python::view::View;

pub(super) fn rewrite(view: &View<'_>, statement: Range<usize>, out: &mut Vec<Rewrite>) {
    let ticks: Vec<usize> = statement.filter(|&token| view.word(token) == "`").collect();
    for pair in ticks.chunks_exact(2) {
        let change = |token: usize, text: &'static str| Change::new(view.place(token), text);
        out.push(Rewrite::refused(vec![
            change(pair[0], "repr("),
            change(pair[1], ")"),
        ]));
    }
}

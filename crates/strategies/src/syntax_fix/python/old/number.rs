//! `0777` → `0o777` (PEP 3127), `10L` → `10`.

use std::ops::Range;

use super::Rewrite;
use crate::syntax_fix::language::Change;
use crate::syntax_fix::python::view::View;

pub(super) fn rewrite(view: &View<'_>, statement: Range<usize>, out: &mut Vec<Rewrite>) {
    for token in statement {
        let word = view.word(token);
        if is_octal(word) {
            let at = view.start(token) + 1;
            out.push(Rewrite::refused(vec![Change::new(at..at, "o")]));
        }
        let is_suffix = matches!(word, "L" | "l") && token > 0 && view.end(token - 1) == view.start(token);
        if is_suffix && view.word(token - 1).starts_with(|c: char| c.is_ascii_digit()) {
            out.push(Rewrite::refused(vec![Change::new(view.place(token), "")]));
        }
    }
}

fn is_octal(word: &str) -> bool {
    let has_value = word.bytes().any(|byte| byte != b'0');
    word.len() > 1
        && word.starts_with('0')
        && has_value
        && word.bytes().all(|byte| matches!(byte, b'0'..=b'7'))
}

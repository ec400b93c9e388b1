//! A header that lost its keyword: `f(x):` with a block below it → `def f(x):`.

use ruff_python_ast::token::TokenKind;

use super::colon::is_followed_by_block;
use crate::syntax_fix::language::{Change, Cost, Mend};
use crate::syntax_fix::python::site::{Site, begins_block, statement};
use crate::syntax_fix::python::view::View;

pub(super) fn propose(site: &Site<'_>, out: &mut Vec<Mend>) {
    for line in site.suspects() {
        without_keyword(site.view, line, out);
    }
    in_of_loop(site, out);
}

fn without_keyword(view: &View<'_>, line: usize, out: &mut Vec<Mend>) {
    let tokens = statement(view, line);
    let first = tokens.start;
    let headed = tokens.len() > 1 && view.kind(tokens.end - 1) == TokenKind::Colon;
    if begins_block(view.kind(first)) || !headed && !is_followed_by_block(view, line) {
        return;
    }
    let at = view.start(first);
    let has = |kind: TokenKind| tokens.clone().any(|token| view.kind(token) == kind);
    let in_ = has(TokenKind::In);
    if is_signature(view, first) {
        definition(view, first, out);
    }
    let mut begin_with = |word: &'static str, cost: Cost| out.push(Mend::insert(at, word, cost));
    begin_with("for ", if in_ { 4 } else { 12 });
    begin_with("with ", if has(TokenKind::As) { 4 } else { 12 });
    begin_with("if ", if in_ { 5 } else { 6 });
    begin_with("while ", 7);
    begin_with("elif ", 7);
}

/// Returns whether a name and a list in parentheses are here.
fn is_signature(view: &View<'_>, first: usize) -> bool {
    view.kind(first) == TokenKind::Name && view.kind(first + 1) == TokenKind::Lpar
}

fn definition(view: &View<'_>, name: usize, out: &mut Vec<Mend>) {
    let word = view.word(name);
    let capital = word.starts_with(|c: char| c.is_ascii_uppercase());
    let at = view.start(name);
    out.push(Mend::insert(at, "def ", if capital { 5 } else { 3 }));
    out.push(Mend::insert(at, "class ", if capital { 4 } else { 9 }));
    for called in view
        .known
        .missing_functions()
        .filter(|called| word.ends_with(called))
    {
        let changes = vec![
            Change::new(at..at, "def "),
            Change::new(at..view.end(name), called.to_owned()),
        ];
        out.extend(Mend::all(changes, 3, format!("insert 'def', name it '{called}'")));
    }
}

/// `for a, b [(1, 2)]:`: the apparent subscript of the last name is the iterated value.
fn subscripted_target(site: &Site<'_>, for_: usize) -> Option<Mend> {
    let view = site.view;
    let opens = |kind| matches!(kind, TokenKind::Lsqb | TokenKind::Lpar);
    let mut depth = 0_usize;
    let mut open = None;
    for token in for_ + 1..site.token {
        if opens(view.kind(token)) {
            open = open.or((depth == 0 && view.kind(token - 1) == TokenKind::Name).then_some(token));
            depth += 1;
        } else if matches!(view.kind(token), TokenKind::Rsqb | TokenKind::Rpar) {
            depth = depth.saturating_sub(1);
        }
    }
    let ends = view.kind(site.token) == TokenKind::Colon && depth == 0;
    let open = open.filter(|&open| ends && open > for_ + 1)?;
    Some(Mend::insert(view.end(open - 1), " in", 2))
}

/// `for i range(3):` → `for i in range(3):`.
fn in_of_loop(site: &Site<'_>, out: &mut Vec<Mend>) {
    let view = site.view;
    let Some(for_) = (site.statement.start..site.token)
        .rev()
        .find(|&token| view.kind(token) == TokenKind::For)
    else {
        return;
    };
    let known_in = (for_..site.token).any(|token| view.kind(token) == TokenKind::In);
    if known_in || site.token < for_ + 2 {
        return;
    }
    let place = view.start(site.token);
    out.push(Mend::insert(place, "in ", 3));
    out.extend(subscripted_target(site, for_));
    let foreign = matches!(
        view.word(site.token),
        "of" | "on" | "from" | "=" | "-" | ":" | "is" | "to" | "inn" | "im" | "un" | "==" | "at" | "within"
    );
    if foreign {
        out.push(Mend::replace(place..view.end(site.token), "in", 2));
    }
}

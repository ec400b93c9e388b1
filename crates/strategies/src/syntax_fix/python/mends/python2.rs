//! Statements of Python 2: `print x`, `except E, e:`, `raise E, "why"`, `0777`.

use ruff_python_ast::token::TokenKind;

use crate::syntax_fix::language::{Change, Cost, Mend};
use crate::syntax_fix::python::builtins::is_builtin;
use crate::syntax_fix::python::old;
use crate::syntax_fix::python::site::{Site, begins_operand};
use crate::syntax_fix::python::view::View;

pub(super) fn propose(site: &Site<'_>, out: &mut Vec<Mend>) {
    let view = site.view;
    let refused = old::rewrites(view, site.statement.clone()).into_iter();
    let refused = refused.filter(|rewrite| rewrite.is_refused);
    out.extend(refused.filter_map(|rewrite| Mend::all(rewrite.changes, 1, "write it in Python 3")));
    let first = view.kind(site.statement.start);
    match first {
        TokenKind::Except => except(site, out),
        TokenKind::Raise => raise(site, out),
        _ => {}
    }
    for token in site.token.saturating_sub(2)..=site.token {
        call(site, token, out);
        number(view, token, out);
    }
}

/// The last token of the simple statement that `token` belongs to.
fn statement_end(site: &Site<'_>, token: usize) -> usize {
    let stop = (token + 1..site.statement.end).find(|&next| site.view.kind(next) == TokenKind::Semi);
    let last = stop.unwrap_or(site.statement.end).max(token + 1) - 1;
    if site.view.kind(last) == TokenKind::Colon {
        last.saturating_sub(1)
    } else {
        last
    }
}

/// `print x` → `print(x)`.
fn call(site: &Site<'_>, token: usize, out: &mut Vec<Mend>) {
    let view = site.view;
    let argument = token + 1;
    let called = view.kind(token) == TokenKind::Name
        && begins_operand(view.kind(argument))
        && !view.starts_line(argument);
    if !called || view.kind(argument) == TokenKind::Lpar {
        return;
    }
    // A lost operator leaves the white space around it.
    let hole: Cost = if view.start(argument) > view.end(token) + 1 {
        4
    } else {
        0
    };
    let cost = match view.word(token) {
        "print" | "exec" => 1,
        word if is_builtin(word) => 4 + hole,
        word if view.known.means(word) => 6 + hole,
        _ => 10,
    };
    let end = view.end(statement_end(site, token));
    let changes = vec![
        Change::new(view.end(token)..view.start(argument), "("),
        Change::new(end..end, ")"),
    ];
    out.extend(Mend::all(changes, cost, "insert '(' and ')'"));
}

/// `except E, e:` → `except E as e:`.
fn except(site: &Site<'_>, out: &mut Vec<Mend>) {
    let view = site.view;
    let comma = site
        .statement
        .clone()
        .find(|&token| view.kind(token) == TokenKind::Comma);
    let Some(comma) = comma.filter(|&comma| comma > site.statement.start) else {
        return;
    };
    let capital = view.word(comma + 1).starts_with(|c: char| c.is_uppercase());
    let as_: Cost = if capital { 6 } else { 2 };
    out.push(Mend::replace(view.place(comma), " as", as_));
    let last = (comma..site.statement.end).find(|&token| view.kind(token) == TokenKind::Colon);
    if let Some(colon) = last {
        let changes = vec![
            Change::new(
                view.start(site.statement.start + 1)..view.start(site.statement.start + 1),
                "(",
            ),
            Change::new(view.end(colon - 1)..view.end(colon - 1), ")"),
        ];
        out.extend(Mend::all(
            changes,
            if capital { 2 } else { 6 },
            "insert '(' and ')'",
        ));
    }
}

/// `raise E, "why"` → `raise E("why")`. A third part is a traceback, which is no argument.
fn raise(site: &Site<'_>, out: &mut Vec<Mend>) {
    let view = site.view;
    let end = statement_end(site, site.statement.start);
    let commas: Vec<usize> = old::outside(view, site.statement.start..end + 1)
        .filter(|&token| view.kind(token) == TokenKind::Comma)
        .collect();
    if let [comma] = *commas.as_slice() {
        let changes = vec![
            Change::new(view.start(comma)..view.start(comma + 1), "("),
            Change::new(view.end(end)..view.end(end), ")"),
        ];
        out.extend(Mend::all(changes, 3, "call the exception with its message"));
    }
}

/// `0777` → `0o777`, `10L` → `10`.
fn number(view: &View<'_>, token: usize, out: &mut Vec<Mend>) {
    let word = view.word(token);
    let digits = word.bytes().all(|byte| byte.is_ascii_digit());
    if word.len() > 1 && digits && word.starts_with('0') {
        let at = view.start(token) + 1;
        out.push(Mend::insert(at, "o", 3));
        let zeros = word.len() - word.trim_start_matches('0').len();
        let gone = zeros.min(word.len() - 1);
        out.push(Mend::delete(view.start(token)..view.start(token) + gone, "0", 4));
    }
    if matches!(view.word(token + 1), "L" | "l") && view.kind(token) == TokenKind::Int {
        out.push(Mend::delete(view.start(token + 1)..view.end(token + 1), "L", 2));
    }
}

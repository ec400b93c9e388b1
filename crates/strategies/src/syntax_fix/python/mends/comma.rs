//! Something missing between two adjacent operands.

use std::ops::Range;

use ruff_python_ast::token::TokenKind;

use crate::syntax_fix::language::{Cost, Mend};
use crate::syntax_fix::python::builtins::is_builtin;
use crate::syntax_fix::python::site::{Site, begins_block, begins_operand, ends_operand};
use crate::syntax_fix::python::view::View;

/// Pairs of operands looked at before the fault. A missing comma between two strings is only
/// noticed later: they read as one string.
const BEFORE: usize = 6;

pub(super) fn propose(site: &Site<'_>, out: &mut Vec<Mend>) {
    let view = site.view;
    for token in site.token.saturating_sub(BEFORE).max(1)..=site.token {
        let next = view.kind(token);
        let applied = matches!(next, TokenKind::Lpar | TokenKind::Lsqb);
        let side_by_side = ends_operand(view.kind(token - 1)) && begins_operand(next) && !applied;
        starred_parameter(site, token, out);
        dot(site, token - 1, out);
        if side_by_side && token < view.tokens.len() {
            between(site, token, out);
        }
    }
}

/// `*args **kwargs` in a definition.
fn starred_parameter(site: &Site<'_>, token: usize, out: &mut Vec<Mend>) {
    let view = site.view;
    let starred = matches!(view.kind(token), TokenKind::Star | TokenKind::DoubleStar);
    let defines = matches!(view.kind(site.statement.start), TokenKind::Def | TokenKind::Async);
    if starred && defines && ends_operand(view.kind(token - 1)) {
        out.push(Mend::insert(view.end(token - 1), ",", 3));
    }
}

fn between(site: &Site<'_>, token: usize, out: &mut Vec<Mend>) {
    let view = site.view;
    let gap = view.end(token - 1)..view.start(token);
    let texts = is_text(view.kind(token - 1)) && is_text(view.kind(token));
    let bracketed = !site.open.is_empty();
    let new_line = view.starts_line(token);
    let message = view.kind(site.statement.start) == TokenKind::Assert && is_text(view.kind(token));
    if let Some(comma) = comma_of_statement(site, token) {
        out.push(Mend::insert(gap.start, ",", comma));
    } else if bracketed || message || fills_several(site, token) {
        let comma: Cost = if new_line || texts { 2 } else { 3 };
        out.push(Mend::insert(
            gap.start,
            ",",
            comma + Cost::from(token != site.token),
        ));
    }
    if !new_line {
        joined(site, token, gap.clone(), out);
        operators(site, token, gap, out);
    }
}

/// The cost of a comma between two names, where the kind of the statement says what stands between them: in a loop, or in
/// an import of names that the file uses one by one.
fn comma_of_statement(site: &Site<'_>, token: usize) -> Option<Cost> {
    let view = site.view;
    let is_name = |token: usize| view.kind(token) == TokenKind::Name;
    if token < 2 || !is_name(token - 1) || !is_name(token) {
        return None;
    }
    let keyword = (site.statement.start..token - 1)
        .rev()
        .find(|&before| !matches!(view.kind(before), TokenKind::Name | TokenKind::Comma))?;
    match view.kind(keyword) {
        TokenKind::For => Some(1),
        TokenKind::Import if view.known.mentions(view.word(token - 1)) => Some(1),
        TokenKind::Import => Some(5),
        _ => None,
    }
}

/// Two names that are one elsewhere, or a builtin: `Import Error`, `max value`.
fn joined(site: &Site<'_>, token: usize, gap: Range<usize>, out: &mut Vec<Mend>) {
    let view = site.view;
    let (first, second) = (view.word(token - 1), view.word(token));
    let are_names = view.kind(token - 1) == TokenKind::Name && view.kind(token) == TokenKind::Name;
    if !are_names || gap.len() != 1 {
        return;
    }
    for sign in ["", "_"] {
        let name = format!("{first}{sign}{second}");
        let cost: Option<Cost> = match () {
            () if is_builtin(&name) => Some(1),
            () if view.known.mentions(&name) => Some(2),
            () => None,
        };
        let title = format!("write '{name}'");
        out.extend(cost.map(|cost| Mend::replace(gap.clone(), sign, cost).titled(title)));
    }
}

/// Returns whether more names than values are on the two sides of an `=`: `a, b = 0 1`.
fn fills_several(site: &Site<'_>, token: usize) -> bool {
    let view = site.view;
    let before = site.statement.start..token;
    let equals = before.clone().find(|&token| view.kind(token) == TokenKind::Equal);
    equals.is_some_and(|equals| {
        let commas = |range: Range<usize>| {
            let is_comma = |token: &usize| view.kind(*token) == TokenKind::Comma;
            range.filter(is_comma).count()
        };
        commas(before.start..equals) > commas(equals..site.statement.end)
    })
}

/// `f(a. -3)`: a dot in place of a comma.
fn dot(site: &Site<'_>, token: usize, out: &mut Vec<Mend>) {
    let view = site.view;
    let is_apart = view.end(token) < view.start(token + 1);
    let is_between = token > 0 && ends_operand(view.kind(token - 1)) && !site.open.is_empty();
    if view.kind(token) == TokenKind::Dot && is_apart && is_between && !view.starts_line(token + 1) {
        out.push(Mend::replace(view.place(token), ",", 2));
    }
}

/// Dots, comparisons and arithmetic that may have got lost.
fn operators(site: &Site<'_>, token: usize, gap: Range<usize>, out: &mut Vec<Mend>) {
    let view = site.view;
    let first = view.kind(site.statement.start);
    let condition = begins_block(first);
    let at_start = token - 1 == site.statement.start;
    let (before, after) = (view.kind(token - 1), view.kind(token));
    let names = before == TokenKind::Name && after == TokenKind::Name;
    let mut put = |text: &'static str, cost: Cost| {
        out.push(Mend::replace(gap.clone(), text, cost).titled(format!("insert '{}'", text.trim())));
    };
    if names && gap.len() == 1 && first != TokenKind::Except {
        put(".", if view.word(token - 1) == "self" { 3 } else { 7 });
    }
    let has = |kind: TokenKind| site.statement.clone().any(|token| view.kind(token) == kind);
    match first {
        TokenKind::From if !has(TokenKind::Import) && ends_name(view, token) => put(" import ", 1),
        TokenKind::From | TokenKind::Import if names => put(" as ", 4),
        TokenKind::Except if after == TokenKind::Name => put(" as ", 3),
        TokenKind::With if after == TokenKind::Name => put(" as ", 3),
        _ => {}
    }
    let hole = gap.len() >= 2;
    let defines = view.kind(site.statement.start) == TokenKind::Def;
    if defines && site.open.len() == 1 {
        put(": ", annotation_cost(view, token));
        put("=", if after == TokenKind::Name { 6 } else { 3 });
    }
    put(" = ", if at_start || hole { 5 } else { 9 });
    if before == TokenKind::Name && among_keywords(site, token) {
        put("=", 2);
    }
    put(" == ", if condition { 6 } else { 10 });
    put(" in ", if condition { 7 } else { 10 });
    let joins: Cost = match after {
        TokenKind::Not => 4,
        _ if condition => 7,
        _ => 10,
    };
    put(" and ", joins);
    put(" or ", joins);
    put(" is ", if condition { 9 } else { 11 });
    put(" + ", if is_text(before) || is_text(after) { 6 } else { 9 });
    put(" * ", if before == TokenKind::Int { 6 } else { 10 });
    put(" - ", 10);
}

/// Returns whether the imported name ends with this word or continues with another: `from a improt b` is misspelt.
fn ends_name(view: &View<'_>, token: usize) -> bool {
    let next = view.kind(token + 1);
    view.starts_line(token + 1) || matches!(next, TokenKind::Comma | TokenKind::As | TokenKind::Semi)
}

/// `width int` is a name and its type, `width height` may well be two names.
fn annotation_cost(view: &View<'_>, token: usize) -> Cost {
    const TYPES: &[&str] = &[
        "bool", "bytes", "dict", "float", "int", "list", "object", "set", "str", "tuple",
    ];
    match view.kind(token) {
        TokenKind::Name if TYPES.contains(&view.word(token)) => 2,
        TokenKind::Name => 3,
        _ => 6,
    }
}

/// Returns whether another argument of the same call is given by name.
fn among_keywords(site: &Site<'_>, token: usize) -> bool {
    let view = site.view;
    let Some(&opener) = site.open.last() else {
        return false;
    };
    let after = view
        .lines
        .get(site.line + 1)
        .map_or(token, |line| line.tokens.end);
    let mut others = (opener..token - 1).chain(token + 1..after);
    others.any(|other| view.kind(other) == TokenKind::Name && view.kind(other + 1) == TokenKind::Equal)
}

fn is_text(kind: TokenKind) -> bool {
    matches!(
        kind,
        TokenKind::String | TokenKind::FStringStart | TokenKind::FStringEnd
    )
}

//! Parameters that are tuples (PEP 3113): `lambda (a, b): a` takes one argument, and so does
//! `lambda a_b: a_b[0]`; `def f((a, b)):` unpacks it in its body.

use std::ops::Range;

use ruff_python_ast::token::TokenKind;

use super::{Rewrite, first_outside, partner};
use crate::syntax_fix::language::Change;
use crate::syntax_fix::python::site::{closer_of, is_closer};
use crate::syntax_fix::python::view::View;

pub(super) fn rewrite(view: &View<'_>, statement: Range<usize>, out: &mut Vec<Rewrite>) {
    for token in statement.clone() {
        match view.kind(token) {
            TokenKind::Lambda => out.extend(lambda(view, token, statement.end)),
            TokenKind::Def => out.extend(function(view, token, statement.end)),
            _ => {}
        }
    }
}

/// A tuple among the parameters.
struct Parameter {
    /// Its tokens, brackets included.
    tokens: Range<usize>,
    /// The name that takes its place.
    name: String,
}

/// The tuples among the parameters in a range of tokens.
fn tuples(view: &View<'_>, parameters: Range<usize>) -> Vec<Parameter> {
    let mut found = Vec::new();
    let mut token = parameters.start;
    while token < parameters.end {
        let begins = token == parameters.start || view.kind(token - 1) == TokenKind::Comma;
        let end = partner(view, token, parameters.end).unwrap_or(token);
        if begins && view.kind(token) == TokenKind::Lpar && end > token + 1 {
            found.push(Parameter {
                tokens: token..end + 1,
                name: joined(view, token..end + 1),
            });
        }
        token = if closer_of(view.kind(token)).is_some() {
            end + 1
        } else {
            token + 1
        };
    }
    found
}

/// The names of a tuple in one, as `2to3` has it, and none that the file has.
fn joined(view: &View<'_>, tuple: Range<usize>) -> String {
    let names: Vec<&str> = tuple
        .filter(|&token| view.kind(token) == TokenKind::Name)
        .map(|token| view.word(token))
        .collect();
    let mut name = names.join("_");
    while view.known.mentions(&name) {
        name.push('_');
    }
    name
}

fn lambda(view: &View<'_>, lambda: usize, end: usize) -> Option<Rewrite> {
    let colon = first_outside(view, lambda + 1..end, TokenKind::Colon)?;
    let body = colon + 1..body_end(view, colon + 1, end);
    let mut changes = Vec::new();
    for parameter in tuples(view, lambda + 1..colon) {
        let place = view.start(parameter.tokens.start)..view.end(parameter.tokens.end - 1);
        changes.push(Change::new(place, parameter.name.clone()));
        for (name, index) in elements(view, &parameter)? {
            changes.extend(replaced(view, body.clone(), name, &index)?);
        }
    }
    (!changes.is_empty()).then(|| Rewrite::refused(changes))
}

/// The token behind a lambda, in a statement that ends at `end`.
pub(in crate::syntax_fix::python) fn lambda_end(view: &View<'_>, lambda: usize, end: usize) -> Option<usize> {
    let colon = first_outside(view, lambda + 1..end, TokenKind::Colon)?;
    Some(body_end(view, colon + 1, end))
}

/// The end of the body of a lambda that begins at a token.
fn body_end(view: &View<'_>, start: usize, end: usize) -> usize {
    let mut depth = 0_usize;
    let stops = |&token: &usize| {
        let kind = view.kind(token);
        if is_closer(kind) {
            depth = match depth.checked_sub(1) {
                Some(depth) => depth,
                None => return true,
            };
        }
        depth += usize::from(closer_of(kind).is_some());
        depth == 0 && matches!(kind, TokenKind::Comma | TokenKind::For | TokenKind::Colon)
    };
    (start..end).find(stops).unwrap_or(end)
}

/// Each name of a tuple with the expression that takes its place: `a_b[0]`. `None` when it holds anything
/// else than names.
fn elements<'t>(view: &View<'t>, parameter: &Parameter) -> Option<Vec<(&'t str, String)>> {
    let mut path: Vec<usize> = Vec::new();
    let mut found = Vec::new();
    for token in parameter.tokens.clone() {
        match view.kind(token) {
            TokenKind::Lpar => path.push(0),
            TokenKind::Rpar => drop(path.pop()),
            TokenKind::Comma => *path.last_mut()? += 1,
            TokenKind::Name => {
                let index: String = path.iter().map(|index| format!("[{index}]")).collect();
                found.push((view.word(token), format!("{}{index}", parameter.name)));
            }
            _ => return None,
        }
    }
    Some(found)
}

/// The uses of a name in a body; `None` when something in it rebinds the name.
fn replaced(view: &View<'_>, body: Range<usize>, name: &str, value: &str) -> Option<Vec<Change>> {
    let mut changes = Vec::new();
    let mut is_binding = false;
    for token in body {
        match view.kind(token) {
            TokenKind::For | TokenKind::Lambda => is_binding = true,
            TokenKind::In | TokenKind::Colon => is_binding = false,
            TokenKind::Name if view.word(token) == name && !is_member(view, token) => {
                if is_binding {
                    return None;
                }
                changes.push(Change::new(view.place(token), value.to_owned()));
            }
            _ => {}
        }
    }
    Some(changes)
}

/// Returns whether a word names a member or an argument.
fn is_member(view: &View<'_>, token: usize) -> bool {
    let before = token.checked_sub(1).map(|before| view.kind(before));
    let is_argument = view.kind(token + 1) == TokenKind::Equal
        && matches!(before, Some(TokenKind::Lpar | TokenKind::Comma));
    before == Some(TokenKind::Dot) || is_argument
}

fn function(view: &View<'_>, def: usize, end: usize) -> Option<Rewrite> {
    let opener = (def..end).find(|&token| view.kind(token) == TokenKind::Lpar)?;
    let closer = partner(view, opener, end)?;
    let colon = first_outside(view, closer + 1..view.tokens.len(), TokenKind::Colon)?;
    let mut changes = Vec::new();
    let mut unpacked = Vec::new();
    for Parameter { tokens, name } in tuples(view, opener + 1..closer) {
        let place = view.start(tokens.start)..view.end(tokens.end - 1);
        unpacked.push(format!("{} = {name}", view.slice(place.clone())));
        changes.push(Change::new(place, name));
    }
    if unpacked.is_empty() {
        return None;
    }
    changes.push(at_body(view, colon, &unpacked));
    Some(Rewrite::refused(changes))
}

/// The assignments before the first statement of a body, and behind its docstring.
fn at_body(view: &View<'_>, colon: usize, unpacked: &[String]) -> Change {
    let first = colon + 1;
    if !view.starts_line(first) {
        return Change::new(view.start(first)..view.start(first), unpacked.join("; ") + "; ");
    }
    let documents = view.kind(first) == TokenKind::String && view.starts_line(first + 1);
    let first = if documents { first + 1 } else { first };
    let indent = view
        .lines
        .get(view.lines.at(view.start(colon + 1)))
        .map_or("", |line| view.slice(line.range.start..line.text_start()));
    let text: String = unpacked
        .iter()
        .map(|line| format!("{indent}{line}{}", view.known.newline))
        .collect();
    let line = view.lines.get(view.lines.at(view.start(first)));
    let at = line.map_or(view.text.len(), |line| line.range.start);
    Change::new(at..at, text)
}

//! Arguments and parameters in an order or number that Python refuses.

use std::ops::Range;

use ruff_python_ast::token::TokenKind;
use ruff_python_parser::semantic_errors::SemanticSyntaxErrorKind as Compiler;

use crate::syntax_fix::language::{Change, Cost, Mend};
use crate::syntax_fix::python::fault::FaultKind;
use crate::syntax_fix::python::site::{Site, closer_of, is_closer, open_brackets};
use crate::syntax_fix::python::view::View;

pub(super) fn propose(site: &Site<'_>, out: &mut Vec<Mend>) {
    let view = site.view;
    let open = open_brackets(view, site.statement.start..site.token);
    let Some(&opener) = open.last() else {
        return;
    };
    let arguments = arguments(view, opener);
    let Some(index) = arguments
        .iter()
        .position(|argument| argument.contains(&site.token))
    else {
        return;
    };
    match &site.fault.kind {
        FaultKind::Compiler(Compiler::DuplicateParameter(_) | Compiler::DuplicateKeywordArgument(_)) => {
            remove(view, &arguments, index, out);
        }
        FaultKind::Token => {
            move_forward(view, &arguments, index, out);
            give_value(view, &arguments[index], out);
            parenthesise(view, &arguments[index], out);
        }
        _ => {}
    }
}

/// The tokens of each argument of a bracket, without the commas.
fn arguments(view: &View<'_>, opener: usize) -> Vec<Range<usize>> {
    let mut arguments = Vec::new();
    let mut depth = 0_usize;
    let mut start = opener + 1;
    for token in opener + 1..view.tokens.len() {
        let kind = view.kind(token);
        let ends = depth == 0 && (kind == TokenKind::Comma || is_closer(kind));
        if ends && token > start {
            arguments.push(start..token);
        }
        if ends && is_closer(kind) {
            break;
        } else if ends {
            start = token + 1;
        } else if closer_of(kind).is_some() {
            depth += 1;
        } else if is_closer(kind) {
            depth = depth.saturating_sub(1);
        }
    }
    arguments
}

fn bytes(view: &View<'_>, tokens: &Range<usize>) -> Range<usize> {
    view.start(tokens.start)..view.end(tokens.end - 1)
}

fn has_default(view: &View<'_>, argument: &Range<usize>) -> bool {
    argument.clone().any(|token| view.kind(token) == TokenKind::Equal)
}

/// `f(a=1, b)` → `f(b, a=1)`.
fn move_forward(view: &View<'_>, arguments: &[Range<usize>], index: usize, out: &mut Vec<Mend>) {
    let first = arguments[..index]
        .iter()
        .position(|argument| has_default(view, argument));
    let Some(first) = first.filter(|_| !has_default(view, &arguments[index])) else {
        return;
    };
    let moved = bytes(view, &arguments[index]);
    let text = format!("{}, ", view.slice(moved.clone()));
    let at = view.start(arguments[first].start);
    let gone = view.end(arguments[index - 1].end - 1)..moved.end;
    let changes = vec![Change::new(at..at, text), Change::new(gone, "")];
    out.extend(Mend::all(changes, 5, "move it before those with a value"));
}

/// `def f(a=1, b)` → `def f(a=1, b=None)`; `f(a=1, b)` → `f(a=1, b=b)`.
fn give_value(view: &View<'_>, argument: &Range<usize>, out: &mut Vec<Mend>) {
    let place = bytes(view, argument);
    let name = view.slice(place.clone());
    if argument.len() == 1 && view.kind(argument.start) == TokenKind::Name {
        out.push(Mend::insert(place.end, "=None", 5));
        out.push(Mend::insert(place.end, format!("={name}"), 6));
    }
}

/// Adds the brackets that a generator beside other arguments needs.
fn parenthesise(view: &View<'_>, argument: &Range<usize>, out: &mut Vec<Mend>) {
    let generates = argument.clone().any(|token| view.kind(token) == TokenKind::For);
    let cost: Cost = if generates { 2 } else { 9 };
    let place = bytes(view, argument);
    let changes = vec![
        Change::new(place.start..place.start, "("),
        Change::new(place.end..place.end, ")"),
    ];
    out.extend(Mend::all(changes, cost, "insert '(' and ')'"));
}

/// Removes one of two duplicate arguments.
fn remove(view: &View<'_>, arguments: &[Range<usize>], index: usize, out: &mut Vec<Mend>) {
    let place = bytes(view, &arguments[index]);
    let start = match index.checked_sub(1) {
        Some(before) => view.end(arguments[before].end - 1),
        None => place.start,
    };
    out.push(Mend::delete(start..place.end, view.slice(place.clone()), 9));
}

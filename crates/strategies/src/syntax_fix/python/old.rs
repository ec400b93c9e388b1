//! Python 2 under Python 3: forms whose replacement the language's own guide fixes (PEP 3113, 3110, 3109,
//! 3105, 3127; `2to3` writes the same).
//!
//! Each file of `old/` is one form. All of a file are rewritten together, before any search: one form left
//! behind would only move the error.

mod backtick;
mod except;
mod exec;
mod generator;
mod number;
mod operator;
mod print;
mod raise;
mod string;
mod tuple_parameter;

pub(super) use tuple_parameter::lambda_end;

use std::ops::Range;

use ruff_python_ast::token::TokenKind;

use super::known::Known;
use super::lines::width;
use super::site::{begins_block, closer_of, is_closer};
use super::view::View;
use crate::lines::Lines;
use crate::syntax_fix::language::{Change, Mend};

/// A construct of Python 2 and its replacement.
pub(super) struct Rewrite {
    /// The changes.
    pub changes: Vec<Change>,
    /// Whether Python 3 rejects the construct. One that it accepts with another meaning is
    /// rewritten only beside a rejected one.
    pub is_refused: bool,
}

impl Rewrite {
    fn refused(changes: Vec<Change>) -> Self {
        Self {
            changes,
            is_refused: true,
        }
    }
}

/// A form: rewrites a simple statement, or the tokens in it.
type Form = fn(&View<'_>, Range<usize>, &mut Vec<Rewrite>);

const FORMS: &[Form] = &[
    backtick::rewrite,
    except::rewrite,
    exec::rewrite,
    generator::rewrite,
    number::rewrite,
    operator::rewrite,
    print::rewrite,
    raise::rewrite,
    string::rewrite,
    tuple_parameter::rewrite,
];

/// The whole text in Python 3; `None` when it contains no form of Python 2, or more is wrong with it. A form that
/// the newest Python accepts with another meaning (PEP 758) is one where an older one refuses its `line`.
pub(super) fn converted(text: &str, line: Option<u32>, known: &Known) -> Option<String> {
    let view = View::new(text, known);
    let rewrites = rewrites(&view, 0..view.tokens.len());
    let lines = Lines::of(text);
    let is_reported = |rewrite: &Rewrite| {
        let first = rewrite.changes.first();
        first.is_some_and(|change| line == Some(lines.line_of(change.range.start)))
    };
    let is_whole = view.faults.is_empty();
    let is_proof = |rewrite: &Rewrite| rewrite.is_refused && (!is_whole || is_reported(rewrite));
    if !rewrites.iter().any(is_proof) {
        return None;
    }
    let changes = rewrites.into_iter().flat_map(|rewrite| rewrite.changes).collect();
    let converted = Mend::all(changes, 0, "")?.apply(text)?;
    let is_whole = |text: &String| View::new(text, known).faults.is_empty();
    if is_whole(&converted) {
        return Some(converted);
    }
    Some(without_tabs(&converted)).filter(is_whole)
}

/// The rewrites of the statements that begin in a range of tokens.
pub(super) fn rewrites(view: &View<'_>, tokens: Range<usize>) -> Vec<Rewrite> {
    let mut rewrites = Vec::new();
    for statement in statements(view, tokens) {
        for form in FORMS {
            form(view, statement.clone(), &mut rewrites);
        }
    }
    rewrites
}

/// The simple statements and the headers in a range of tokens.
fn statements(view: &View<'_>, tokens: Range<usize>) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut start = tokens.start;
    let mut depth = 0_usize;
    let mut is_header = false;
    for token in tokens.clone() {
        let kind = view.kind(token);
        if begins_statement(view, token) && token > start {
            found.push(start..token);
            (start, depth) = (token, 0);
        }
        if token == start {
            is_header = begins_block(kind);
        }
        depth = if closer_of(kind).is_some() {
            depth + 1
        } else {
            depth.saturating_sub(usize::from(is_closer(kind)))
        };
        let is_colon = kind == TokenKind::Colon && is_header && !follows_lambda(view, start..token);
        if depth == 0 && (kind == TokenKind::Semi || is_colon) {
            found.push(start..token);
            start = token + 1;
            is_header = false;
        }
    }
    found.push(start..tokens.end);
    found.retain(|statement| !statement.is_empty());
    found
}

fn begins_statement(view: &View<'_>, token: usize) -> bool {
    let line = view.lines.get(view.lines.at(view.start(token)));
    line.is_some_and(|line| line.is_code() && line.tokens.start == token)
}

/// Returns whether a colon behind these tokens belongs to a `lambda`.
fn follows_lambda(view: &View<'_>, tokens: Range<usize>) -> bool {
    let count = |kind: TokenKind| tokens.clone().filter(|&token| view.kind(token) == kind).count();
    let outside = count(TokenKind::Lambda);
    outside > 0 && outside > lambdas_with_colon(view, tokens)
}

fn lambdas_with_colon(view: &View<'_>, tokens: Range<usize>) -> usize {
    let lambdas = tokens
        .clone()
        .filter(|&token| view.kind(token) == TokenKind::Lambda);
    lambdas
        .filter(|&lambda| first_outside(view, lambda + 1..tokens.end, TokenKind::Colon).is_some())
        .count()
}

/// The first token of a kind that no bracket opened in the range is around.
fn first_outside(view: &View<'_>, tokens: Range<usize>, kind: TokenKind) -> Option<usize> {
    outside(view, tokens).find(|&token| view.kind(token) == kind)
}

/// The tokens of a range that no bracket opened in it is around; brackets themselves are left out.
pub(super) fn outside<'a>(view: &'a View<'_>, tokens: Range<usize>) -> impl Iterator<Item = usize> + 'a {
    let mut depth = 0_usize;
    tokens.filter(move |&token| {
        let kind = view.kind(token);
        if closer_of(kind).is_some() {
            depth += 1;
            return false;
        }
        if is_closer(kind) {
            depth = depth.saturating_sub(1);
            return false;
        }
        depth == 0
    })
}

/// The closing bracket of an opening one, if it is in the range.
fn partner(view: &View<'_>, opener: usize, end: usize) -> Option<usize> {
    let mut depth = 0_usize;
    (opener..end).find(|&token| {
        let kind = view.kind(token);
        depth += usize::from(closer_of(kind).is_some());
        depth -= usize::from(is_closer(kind) && depth > 0);
        depth == 0
    })
}

/// Python 2 let a tab reach the next multiple of eight.
fn without_tabs(text: &str) -> String {
    let lines = text.split_inclusive('\n').map(|line| {
        let rest = line.trim_start_matches([' ', '\t']);
        " ".repeat(width(&line[..line.len() - rest.len()])) + rest
    });
    lines.collect()
}

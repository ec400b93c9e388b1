//! Finds the lines below a header that use the names it binds: they belong to its block.
//!
//! Indenting only the first of them leaves an endless loop, or one that counts only its last
//! element.

use std::ops::Range;

use ruff_python_ast::token::TokenKind;

use crate::syntax_fix::python::lines::Line;
use crate::syntax_fix::python::view::View;

/// Statements below the header that are looked at.
const MOST: usize = 40;

/// The line behind the last statement that the block of `header` needs, among those indented like
/// `first`: it uses a name that a `for` or `with` binds, or changes one that a `while` tests.
pub(super) fn needed_end(view: &View<'_>, header: usize, first: usize) -> Option<usize> {
    let names = Names::of(view, header)?;
    let width = view.lines.width(first);
    let mut needed = None;
    let mut next = first;
    for _ in 0..MOST {
        let is_level = view.lines.get(next).is_some_and(|line| line.width == width);
        if !is_level || names.are_bound_anew(view, next) {
            break;
        }
        let end = view.lines.block_end(next);
        if names.are_needed(view, next..end) {
            needed = Some(end);
        }
        next = end;
    }
    needed
}

/// The names of a header.
struct Names<'t> {
    names: Vec<&'t str>,
    /// Whether only an assignment to them counts: after a loop its condition's names are read, too.
    must_change: bool,
}

impl<'t> Names<'t> {
    fn of(view: &View<'t>, header: usize) -> Option<Self> {
        let tokens = view.lines.get(header)?.tokens.clone();
        let position = |kind: TokenKind| tokens.clone().find(|&token| view.kind(token) == kind);
        let range = match view.kind(tokens.start) {
            TokenKind::For => tokens.start..position(TokenKind::In)?,
            TokenKind::With => position(TokenKind::As)?..tokens.end,
            TokenKind::While => tokens.clone(),
            _ => return None,
        };
        let names = range.filter(|&token| view.kind(token) == TokenKind::Name);
        Some(Self {
            names: names
                .map(|token| view.word(token))
                .filter(|&word| word != "_")
                .collect(),
            must_change: view.kind(tokens.start) == TokenKind::While,
        })
    }

    fn has(&self, view: &View<'_>, token: usize) -> bool {
        view.kind(token) == TokenKind::Name && self.names.contains(&view.word(token))
    }

    /// Returns whether a line is the header of another loop over the same names.
    fn are_bound_anew(&self, view: &View<'_>, line: usize) -> bool {
        let tokens = view.lines.get(line).map_or(0..0, |line| line.tokens.clone());
        let mut targets = tokens
            .clone()
            .take_while(|&token| view.kind(token) != TokenKind::In);
        view.kind(tokens.start) == TokenKind::For && targets.any(|token| self.has(view, token))
    }

    fn are_needed(&self, view: &View<'_>, lines: Range<usize>) -> bool {
        let tokens = |line: &Line| line.tokens.clone();
        let mut tokens = lines.filter_map(|line| view.lines.get(line)).flat_map(tokens);
        tokens.any(|token| self.has(view, token) && (!self.must_change || is_changed(view, token)))
    }
}

fn is_changed(view: &View<'_>, token: usize) -> bool {
    let next = view.kind(token + 1);
    let is_method = next == TokenKind::Dot && view.kind(token + 3) == TokenKind::Lpar;
    let is_assignment = next == TokenKind::Equal
        || next.is_operator()
            && view.word(token + 1).len() > 1
            && view.word(token + 1).ends_with('=')
            && !matches!(
                next,
                TokenKind::EqEqual | TokenKind::NotEqual | TokenKind::LessEqual | TokenKind::GreaterEqual
            );
    is_method || is_assignment
}

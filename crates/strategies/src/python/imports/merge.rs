//! Adds a name to an existing `from ... import`.

use ruff_python_ast::Stmt;
use ruff_python_ast::token::TokenKind;
use ruff_text_size::{Ranged, TextRange};
use unbreak_core::{Edit, FixError};

use super::Imported;
use crate::python::source::Source;

/// Lines may be this long when the file itself has none longer (PEP 8), and black's limit otherwise.
const SHORT_LINE: usize = 79;
const LONG_LINE: usize = 88;

/// The edit that makes a statement import one name more, where the order of its names wants it.
pub(super) fn merge(
    source: &Source,
    imports: &[Imported<'_>],
    name: &str,
    alias: Option<&str>,
) -> Result<Edit, FixError> {
    let statement = imports[0].statement;
    let binding = alias.map_or(name.to_owned(), |alias| format!("{name} as {alias}"));
    let at = position(imports, name);
    if is_one_per_line(source, imports) {
        return on_a_line(source, imports, at, &binding);
    }
    let length = source.line_length(statement.end()) + binding.chars().count() + 2;
    if length > limit(source) && !is_bracketed(source, statement) {
        return bracket(source, imports, at, &binding);
    }
    match imports.get(at) {
        Some(next) => source.insert(next.alias.start().to_usize(), format!("{binding}, ")),
        None => {
            let last = imports[imports.len() - 1].alias;
            source.insert(last.end().to_usize(), format!(", {binding}"))
        }
    }
}

/// A sort key of names.
type Order = fn(&str) -> (u8, String);

/// The position of a new name: sorted if the present ones are in a known order, else last.
fn position(imports: &[Imported<'_>], name: &str) -> usize {
    let orders: [Order; 3] = [
        |name| (kind_of(name), name.to_lowercase()),
        |name| (0, name.to_lowercase()),
        |name| (0, name.to_owned()),
    ];
    let order = orders
        .iter()
        .find(|order| imports.is_sorted_by_key(|imported| order(imported.name())));
    let Some(order) = order else {
        return imports.len();
    };
    imports
        .iter()
        .position(|imported| order(imported.name()) > order(name))
        .unwrap_or(imports.len())
}

/// isort's default order: constants, then classes, then the rest.
fn kind_of(name: &str) -> u8 {
    let is_constant = name.len() > 1 && !name.chars().any(char::is_lowercase);
    match name.chars().next() {
        Some(_) if is_constant => 0,
        Some(first) if first.is_uppercase() => 1,
        _ => 2,
    }
}

fn is_one_per_line(source: &Source, imports: &[Imported<'_>]) -> bool {
    let first = source.line_of(imports[0].alias.start());
    first > source.line_of(imports[0].statement.start())
        && imports
            .windows(2)
            .all(|pair| source.line_of(pair[0].alias.start()) < source.line_of(pair[1].alias.start()))
}

/// A new line among lines of one name each.
fn on_a_line(source: &Source, imports: &[Imported<'_>], at: usize, binding: &str) -> Result<Edit, FixError> {
    let newline = source.newline();
    let last = imports[imports.len() - 1].alias;
    let indent = source.indentation(last.start());
    if let Some(next) = imports.get(at) {
        let line = source.whole_lines(next.alias);
        return source.insert(line.start, format!("{indent}{binding},{newline}"));
    }
    let rest = TextRange::new(last.end(), imports[0].statement.end());
    let comma = source
        .tokens()
        .in_range(rest)
        .iter()
        .find(|token| token.kind() == TokenKind::Comma);
    match comma {
        Some(_) => source.insert(
            source.whole_lines(last).end,
            format!("{indent}{binding},{newline}"),
        ),
        None => source.insert(last.end().to_usize(), format!(",{newline}{indent}{binding}")),
    }
}

/// Writes one name per line in brackets, because the line became too long.
fn bracket(source: &Source, imports: &[Imported<'_>], at: usize, binding: &str) -> Result<Edit, FixError> {
    let newline = source.newline();
    let mut names: Vec<&str> = imports
        .iter()
        .map(|imported| source.slice(imported.alias))
        .collect();
    names.insert(at, binding);
    let lines: String = names.iter().map(|name| format!("    {name},{newline}")).collect();
    let all = TextRange::new(imports[0].alias.start(), imports[imports.len() - 1].alias.end());
    source.replace(all, format!("({newline}{lines})"))
}

fn is_bracketed(source: &Source, statement: &Stmt) -> bool {
    let mut tokens = source.tokens().in_range(statement.range()).iter();
    tokens.any(|token| token.kind() == TokenKind::Lpar)
}

fn limit(source: &Source) -> usize {
    let longest = source.text().lines().map(|line| line.chars().count()).max();
    if longest.unwrap_or(0) > SHORT_LINE {
        LONG_LINE
    } else {
        SHORT_LINE
    }
}

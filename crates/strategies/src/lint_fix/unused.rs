//! Imports and variables that nothing uses.

use ruff_python_ast::{ExceptHandler, Expr, Stmt, WithItem};
use ruff_text_size::{Ranged, TextRange};
use unbreak_core::{Edit, FixError};

use super::spot::Spot;
use crate::python::imports::remove::{remove, remove_statement};
use crate::python::imports::{Imported, imported};
use crate::python::source::Source;

/// `F401`: removes the import. Imports of a package's `__init__.py` are there for others.
pub(super) fn import(spot: &Spot<'_>, name: &str) -> Result<Vec<Edit>, FixError> {
    if spot.source.file().file_name() == "__init__.py" {
        return Ok(Vec::new());
    }
    match import_at(spot.source, spot.line, name) {
        Some(import) => Ok(vec![remove(spot.source, &import)?]),
        None => Ok(Vec::new()),
    }
}

/// The import of a name, or of a dotted name, in a statement that a line belongs to.
pub(super) fn import_at<'s>(source: &'s Source, line: u32, name: &str) -> Option<Imported<'s>> {
    let is_meant = |import: &Imported<'_>| {
        let dot = if import.module().ends_with('.') { "" } else { "." };
        let dotted = format!("{}{dot}{}", import.module(), import.name());
        import.bound() == name || import.name() == name || dotted == name
    };
    let lines = |range: TextRange| source.line_of(range.start())..=source.line_of(range.end());
    imported(source)
        .into_iter()
        .find(|import| is_meant(import) && lines(import.statement.range()).contains(&line))
}

/// `F841`: removes the binding; a computed value stays if it may have an effect.
pub(super) fn variable(spot: &Spot<'_>, name: &str) -> Result<Vec<Edit>, FixError> {
    let mut edits = Vec::new();
    let mut statements = Vec::new();
    spot.source.each_statement(|statement| statements.push(statement));
    for statement in statements {
        let edit = match statement {
            Stmt::Assign(assign) => match assign.targets.as_slice() {
                [target] if is_bound(spot, target, name) => {
                    Some(unbind(spot, statement, Some(&assign.value))?)
                }
                _ => None,
            },
            Stmt::AnnAssign(assign) if is_bound(spot, &assign.target, name) => {
                Some(unbind(spot, statement, assign.value.as_deref())?)
            }
            Stmt::Try(attempt) => without_as(spot, attempt.handlers.iter().filter_map(|h| caught(h, name)))?,
            Stmt::With(with) => without_as(
                spot,
                with.items.iter().filter_map(|item| entered(spot, item, name)),
            )?,
            _ => None,
        };
        edits.extend(edit);
    }
    Ok(edits)
}

/// Returns whether an expression is the name, on the line of the finding.
fn is_bound(spot: &Spot<'_>, target: &Expr, name: &str) -> bool {
    let is_name = matches!(target, Expr::Name(found) if found.id.as_str() == name);
    is_name && spot.source.line_of(target.start()) == spot.line
}

/// ` as name` of `except Error as name`.
fn caught(handler: &ExceptHandler, name: &str) -> Option<TextRange> {
    let clause = handler.as_except_handler()?;
    let bound = clause.name.as_ref().filter(|bound| *bound == name)?;
    Some(TextRange::new(clause.type_.as_ref()?.end(), bound.end()))
}

/// ` as name` of `with context() as name`.
fn entered(spot: &Spot<'_>, item: &WithItem, name: &str) -> Option<TextRange> {
    let target = item
        .optional_vars
        .as_deref()
        .filter(|target| is_bound(spot, target, name))?;
    Some(TextRange::new(item.context_expr.end(), target.end()))
}

/// Removes the first of these bindings that is on the line of the finding.
fn without_as(
    spot: &Spot<'_>,
    mut places: impl Iterator<Item = TextRange>,
) -> Result<Option<Edit>, FixError> {
    let here = places.find(|place| spot.source.line_of(place.end()) == spot.line);
    here.map(|place| spot.source.replace(place, "")).transpose()
}

/// `x = value` becomes `value`, or nothing.
fn unbind(spot: &Spot<'_>, statement: &Stmt, value: Option<&Expr>) -> Result<Edit, FixError> {
    match value.filter(|value| has_effect(value)) {
        Some(value) => spot
            .source
            .replace(TextRange::new(statement.start(), value.start()), ""),
        None => remove_statement(spot.source, statement),
    }
}

/// Returns whether computing a value may do something: calls, awaits, yields, and what objects define for
/// attributes, subscripts and operators.
fn has_effect(value: &Expr) -> bool {
    !matches!(value, Expr::Name(_) | Expr::Lambda(_))
        && !value.is_literal_expr()
        && !is_plain_collection(value)
}

fn is_plain_collection(value: &Expr) -> bool {
    match value {
        Expr::List(list) => !list.elts.iter().any(has_effect),
        Expr::Tuple(tuple) => !tuple.elts.iter().any(has_effect),
        Expr::Dict(dict) => dict
            .items
            .iter()
            .all(|item| item.key.as_ref().is_some_and(|key| !has_effect(key)) && !has_effect(&item.value)),
        _ => false,
    }
}

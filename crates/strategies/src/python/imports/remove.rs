//! Removes one name from an import statement, and the statement with its last.

use std::ops::Range;

use ruff_python_ast::{Alias, AnyNodeRef, Stmt};
use ruff_text_size::Ranged;
use unbreak_core::{Edit, FixError};

use super::{Imported, of_statement};
use crate::python::source::Source;

/// The edit after which a name is no longer imported.
pub(crate) fn remove(source: &Source, imported: &Imported<'_>) -> Result<Edit, FixError> {
    let names = of_statement(imported.statement);
    let index = names
        .iter()
        .position(|other| other.alias.range() == imported.alias.range());
    match index {
        Some(index) if names.len() > 1 => {
            let aliases: Vec<&Alias> = names.iter().map(|other| other.alias).collect();
            source.replace_bytes(with_comma(source, &aliases, index), "")
        }
        _ => remove_statement(source, imported.statement),
    }
}

/// The name with the comma that separates it from a neighbour, and with its line if it is alone on it.
fn with_comma(source: &Source, aliases: &[&Alias], index: usize) -> Range<usize> {
    let alias = aliases[index];
    let line = source.whole_lines(alias);
    let has_own_line = source.text()[line.clone()].trim().trim_end_matches(',') == source.slice(alias);
    let neighbour_lines = aliases
        .iter()
        .filter(|other| source.line_of(other.start()) == source.line_of(alias.start()));
    if has_own_line && neighbour_lines.count() == 1 {
        return line;
    }
    match aliases.get(index + 1) {
        Some(next) => alias.start().to_usize()..next.start().to_usize(),
        None => aliases[index - 1].end().to_usize()..alias.end().to_usize(),
    }
}

/// The whole line; `pass` where the statement is all that a block has; only the statement and its
/// semicolon where others share the line.
pub(crate) fn remove_statement(source: &Source, statement: &Stmt) -> Result<Edit, FixError> {
    if is_alone_in_block(source, statement) {
        return source.replace(statement, "pass");
    }
    let lines = source.whole_lines(statement);
    let before = &source.text()[lines.start..statement.start().to_usize()];
    let after = &source.text()[statement.end().to_usize()..lines.end];
    let rest = after.trim_start();
    match rest.strip_prefix(';') {
        Some(others) if !others.trim().is_empty() => {
            let end = lines.end - others.trim_start().len();
            source.replace_bytes(statement.start().to_usize()..end, "")
        }
        _ if !before.trim().is_empty() => {
            let start = lines.start + before.trim_end().trim_end_matches(';').len();
            source.replace_bytes(start..statement.end().to_usize(), "")
        }
        _ => source.replace_bytes(lines, ""),
    }
}

fn is_alone_in_block(source: &Source, statement: &Stmt) -> bool {
    let mut alone = false;
    source.each_node(|node| {
        alone |= bodies(node)
            .iter()
            .any(|body| matches!(body, [only] if only.range() == statement.range()));
    });
    alone
}

/// The blocks of a compound statement.
fn bodies(node: AnyNodeRef<'_>) -> Vec<&[Stmt]> {
    match node {
        AnyNodeRef::StmtFunctionDef(function) => vec![&function.body],
        AnyNodeRef::StmtClassDef(class) => vec![&class.body],
        AnyNodeRef::StmtFor(each) => vec![&each.body, &each.orelse],
        AnyNodeRef::StmtWhile(each) => vec![&each.body, &each.orelse],
        AnyNodeRef::StmtIf(choice) => vec![&choice.body],
        AnyNodeRef::ElifElseClause(clause) => vec![&clause.body],
        AnyNodeRef::StmtWith(with) => vec![&with.body],
        AnyNodeRef::StmtTry(attempt) => vec![&attempt.body, &attempt.orelse, &attempt.finalbody],
        AnyNodeRef::ExceptHandlerExceptHandler(handler) => vec![&handler.body],
        AnyNodeRef::MatchCase(case) => vec![&case.body],
        _ => Vec::new(),
    }
}

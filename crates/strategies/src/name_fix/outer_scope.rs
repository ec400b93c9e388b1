//! A function that assigns a name of the module or of the function around it, and reads it first: without a
//! declaration, Python makes another name of it.

use ruff_python_ast::{AnyNodeRef, ExprContext, Stmt, StmtFunctionDef};
use ruff_text_size::{Ranged, TextSize};
use unbreak_core::{DeterminedBy, FixError};

use super::missing_super::at_the_top;
use crate::offer::Offer;
use crate::python::project::Parsed;
use crate::python::source::each_node;
use crate::weights::confidence;

/// Declares a name `global` or `nonlocal` in the function around a byte.
pub(super) fn declare(parsed: &Parsed, name: &str, at: TextSize) -> Result<Option<Offer>, FixError> {
    let around = functions_around(parsed, at);
    let Some((own, outer)) = around.split_last() else {
        return Ok(None);
    };
    if !reads_before_it_assigns(own, name) {
        return Ok(None);
    }
    let word = match outer.iter().rev().any(|function| binds(&function.body, name)) {
        true => "nonlocal",
        false if binds(parsed.source.body(), name) => "global",
        false => return Ok(None),
    };
    let Some(edit) = at_the_top(parsed, own, &format!("{word} {name}"))? else {
        return Ok(None);
    };
    Ok(Some(Offer {
        rule: crate::rule::python::unbound_name::OUTER_SCOPE,
        title: format!("declare '{name}' {word} in '{}'", own.name),
        reason: format!(
            "'{}' reads '{name}' before it assigns it, and it is bound outside",
            own.name
        ),
        confidence: confidence::only(),
        evidence: DeterminedBy::Resolution.into(),
        edits: vec![edit],
    }))
}

/// The functions around a byte, the outermost first.
fn functions_around(parsed: &Parsed, at: TextSize) -> Vec<&StmtFunctionDef> {
    let mut around = Vec::new();
    parsed.source.each_statement(|statement| {
        if let Stmt::FunctionDef(function) = statement
            && function.range.contains(at)
        {
            around.push(function);
        }
    });
    around
}

/// Returns whether a function uses a name before its first plain assignment, and binds it by assignments only. An
/// assignment that a condition skipped leaves it open what was meant.
fn reads_before_it_assigns(function: &StmtFunctionDef, name: &str) -> bool {
    let mut first_read: Option<TextSize> = None;
    let mut first_assigned: Option<TextSize> = None;
    let mut is_bound_otherwise = function.parameters.iter().any(|own| own.name().as_str() == name);
    each_node(&function.body, |node| match node {
        AnyNodeRef::ExprName(found) if found.id.as_str() == name && found.ctx == ExprContext::Load => {
            first_read = first_read.or(Some(found.start()));
        }
        // `count += 1` reads, then assigns.
        AnyNodeRef::StmtAugAssign(own)
            if own
                .target
                .as_name_expr()
                .is_some_and(|own| own.id.as_str() == name) =>
        {
            first_read = first_read.or(Some(own.start()));
        }
        AnyNodeRef::StmtAssign(own) => {
            let mut targets = own.targets.iter().filter_map(|target| target.as_name_expr());
            if targets.any(|target| target.id.as_str() == name) {
                // Its value is read first.
                first_assigned = first_assigned.or(Some(own.end()));
            }
        }
        AnyNodeRef::StmtFor(own) => {
            is_bound_otherwise |= own
                .target
                .as_name_expr()
                .is_some_and(|own| own.id.as_str() == name);
        }
        _ => {}
    });
    let is_first = first_read.is_some_and(|read| first_assigned.is_none_or(|assigned| read < assigned));
    is_first && !is_bound_otherwise
}

/// Returns whether statements of one scope assign a name at their own level.
fn binds(body: &[Stmt], name: &str) -> bool {
    body.iter().any(|statement| match statement {
        Stmt::Assign(own) => {
            let mut targets = own.targets.iter().filter_map(|target| target.as_name_expr());
            targets.any(|target| target.id.as_str() == name)
        }
        Stmt::AnnAssign(own) => own
            .target
            .as_name_expr()
            .is_some_and(|own| own.id.as_str() == name),
        _ => false,
    })
}

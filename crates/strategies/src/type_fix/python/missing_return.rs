//! A function that computes a value and does not return it.

use ruff_python_ast::visitor::{Visitor, walk_expr};
use ruff_python_ast::{AnyNodeRef, CmpOp, Expr, ExprCall, ExprCompare, Stmt, StmtFunctionDef};
use ruff_text_size::Ranged;
use unbreak_core::{DeterminedBy, Fact, FixError};

use super::function::returned;
use super::place::Place;
use super::{Rule, is_about_nothing};
use crate::proposal::{Offer, guess, safe};
use crate::python::project::Parsed;
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    action: "return the value",
    answers: |fact| {
        is_about_nothing(fact) || matches!(fact, Fact::MissingReturn | Fact::NoResult { owner: None, .. })
    },
    offers,
};

fn offers(place: &Place<'_>) -> Result<Vec<Offer>, FixError> {
    if *place.fact == Fact::MissingReturn {
        let function = place.function();
        return Ok(function
            .map(|own| result(place.parsed, own))
            .transpose()?
            .flatten()
            .into_iter()
            .collect());
    }
    let mut offers = Vec::new();
    for call in calls(place) {
        for callee in place.callees(call) {
            let definition = callee.definition();
            let offer = definition.map(|own| result(&callee.home, own)).transpose()?;
            offers.extend(offer.flatten());
        }
    }
    Ok(offers)
}

/// The calls on the line, and those whose results the names on the line hold.
fn calls<'a>(place: &Place<'a>) -> Vec<&'a ExprCall> {
    let names = place.nodes().into_iter().filter_map(|node| match node {
        AnyNodeRef::ExprName(name) => place.assigned(name.id.as_str(), name.range.start()),
        _ => None,
    });
    let held: Vec<&ExprCall> = names.filter_map(Expr::as_call_expr).collect();
    held.into_iter().chain(place.calls(None)).collect()
}

/// Adds `return` to the last computed value, when the function returns nothing at all.
fn result(home: &Parsed, function: &StmtFunctionDef) -> Result<Option<Offer>, FixError> {
    let is_generator = home.source.slice(function).contains("yield");
    if !returned(function).is_empty() || is_generator || function.name.as_str() == "__init__" {
        return Ok(None);
    }
    let reason = format!(
        "'{}' computes something and returns nothing, and its result is used",
        function.name
    );
    let Some(last) = function.body.last() else {
        return Ok(None);
    };
    let source = &home.source;
    let title = format!("return the result of '{}'", function.name);
    let edit = match last {
        Stmt::Expr(statement) if has_no_effect(&statement.value) => {
            let edit = source.insert(statement.start().to_usize(), "return ")?;
            let reason = format!(
                "the last value of '{}' has no effect, and a result is needed",
                function.name
            );
            let offer = safe(title, reason, confidence::resolved(), vec![edit]);
            return Ok(Some(Offer {
                evidence: DeterminedBy::Convention.into(),
                ..offer
            }));
        }
        Stmt::Expr(statement) if is_worth_something(&statement.value) => {
            source.insert(statement.start().to_usize(), "return ")?
        }
        _ => {
            let Some(name) = built(function) else {
                return Ok(None);
            };
            let indentation = source.indentation(last.start()).to_owned();
            let text = format!("{}{indentation}return {name}", source.newline());
            source.insert(last.end().to_usize(), text)?
        }
    };
    Ok(Some(guess(title, reason, confidence::possible(), vec![edit])))
}

/// Returns whether an expression does nothing but have a value: no call, no assignment, no wait.
fn has_no_effect(value: &Expr) -> bool {
    let is_plain = matches!(
        value,
        Expr::BinOp(_)
            | Expr::BoolOp(_)
            | Expr::UnaryOp(_)
            | Expr::Name(_)
            | Expr::Attribute(_)
            | Expr::FString(_)
            | Expr::List(_)
            | Expr::Dict(_)
            | Expr::Tuple(_)
            | Expr::If(_)
    );
    // `count == 0` may have been meant to assign.
    let compares = |compare: &ExprCompare| !compare.ops.contains(&CmpOp::Eq);
    let is_plain = is_plain || value.as_compare_expr().is_some_and(compares) || is_conversion(value);
    let mut finder = HasEffect {
        // `verbose and print(total)` is a statement.
        counts_calls: matches!(value, Expr::BoolOp(_) | Expr::If(_)),
        found: false,
    };
    finder.visit_expr(value);
    is_plain && !finder.found
}

/// Returns whether a value is only made from others by a builtin that does nothing else.
fn is_conversion(value: &Expr) -> bool {
    const BUILTINS: [&str; 22] = [
        "abs",
        "bool",
        "bytes",
        "dict",
        "divmod",
        "enumerate",
        "float",
        "frozenset",
        "int",
        "len",
        "list",
        "max",
        "min",
        "repr",
        "reversed",
        "round",
        "set",
        "sorted",
        "str",
        "sum",
        "tuple",
        "zip",
    ];
    let callee = value.as_call_expr().and_then(|call| call.func.as_name_expr());
    callee.is_some_and(|name| BUILTINS.contains(&name.id.as_str()))
}

/// Looks for what may do something.
struct HasEffect {
    counts_calls: bool,
    found: bool,
}

impl<'a> Visitor<'a> for HasEffect {
    fn visit_expr(&mut self, expression: &'a Expr) {
        self.found |= match expression {
            Expr::Named(_) | Expr::Await(_) | Expr::Yield(_) | Expr::YieldFrom(_) => true,
            Expr::Call(_) => self.counts_calls,
            _ => false,
        };
        walk_expr(self, expression);
    }
}

/// Returns whether an expression statement was written for its value, and not to print.
fn is_worth_something(value: &Expr) -> bool {
    match value {
        Expr::Call(call) => {
            let name = crate::python::classes::last_name(&call.func).unwrap_or_default();
            !matches!(
                name,
                "print" | "append" | "extend" | "sort" | "write" | "update" | "add" | "close" | "insert"
            )
        }
        Expr::StringLiteral(_) | Expr::EllipsisLiteral(_) | Expr::Yield(_) | Expr::Await(_) => false,
        _ => true,
    }
}

/// The local name that the body first assigns at its top level, and later changes or fills: its result.
fn built(function: &StmtFunctionDef) -> Option<String> {
    let last = function.body.last()?;
    if let Some(name) = assigned_name(last) {
        return Some(name.to_owned());
    }
    let mut names = function.body.iter().filter_map(assigned_name);
    let name = names.next()?;
    names.all(|other| other == name).then(|| name.to_owned())
}

fn assigned_name(statement: &Stmt) -> Option<&str> {
    let target = match statement {
        Stmt::Assign(assign) => assign.targets.first()?,
        Stmt::AnnAssign(assign) => &*assign.target,
        Stmt::AugAssign(assign) => &*assign.target,
        _ => return None,
    };
    Some(target.as_name_expr()?.id.as_str())
}

//! A constructor that does not call the one of its base class, which sets the missing attribute.

use std::sync::Arc;

use ruff_python_ast::{AnyNodeRef, Expr, Parameters, Stmt, StmtClassDef, StmtFunctionDef};
use ruff_text_size::Ranged;
use unbreak_core::{DeterminedBy, Edit, FixError};

use crate::offer::Offer;
use crate::python::classes::last_name;
use crate::python::project::{Parsed, Project};
use crate::python::source::each_node;
use crate::weights::confidence;

/// Bases are followed this deep.
const DEPTH: usize = 8;

/// Calls the constructor of the base class first, where that sets the attribute and each argument that it needs is
/// a parameter of the same name.
pub(super) fn call(project: &Project<'_>, class: &str, attribute: &str) -> Result<Option<Offer>, FixError> {
    let homes: Vec<Arc<Parsed>> = project
        .mentioning(class)
        .into_iter()
        .filter(|parsed| class_of(parsed, class).is_some())
        .collect();
    let [home] = homes.as_slice() else {
        return Ok(None);
    };
    let Some(own) = class_of(home, class) else {
        return Ok(None);
    };
    let Some(constructor) = constructor_of(own).filter(|own| !calls_a_constructor(own)) else {
        return Ok(None);
    };
    let Some(arguments) = base_constructor(project, own, attribute, DEPTH) else {
        return Ok(None);
    };
    let has = |name: &String| {
        constructor
            .parameters
            .iter()
            .any(|own| own.name().as_str() == name)
    };
    let (needed, optional) = arguments;
    if !needed.iter().all(has) {
        return Ok(None);
    }
    let keywords = optional
        .iter()
        .filter(|name| has(name))
        .map(|name| format!("{name}={name}"));
    let passed: Vec<String> = needed.iter().cloned().chain(keywords).collect();
    let call = format!("super().__init__({})", passed.join(", "));
    let Some(edit) = at_the_top(home, constructor, &call)? else {
        return Ok(None);
    };
    Ok(Some(Offer {
        rule: crate::rule::python::unknown_member::SUPER,
        title: format!("call '{call}' in '{class}'"),
        reason: format!(
            "the base class of '{class}' sets '{attribute}' in its constructor, which is not called"
        ),
        confidence: confidence::only(),
        evidence: DeterminedBy::Resolution.into(),
        edits: vec![edit],
    }))
}

/// A statement as the first one of a function, behind its description. `None` for a body on the line of the `def`.
pub(super) fn at_the_top(
    parsed: &Parsed,
    function: &StmtFunctionDef,
    statement: &str,
) -> Result<Option<Edit>, FixError> {
    let source = &parsed.source;
    let is_text = |statement: &&Stmt| {
        let value = statement.as_expr_stmt().map(|own| &*own.value);
        value.is_some_and(Expr::is_string_literal_expr)
    };
    let Some(first) = function.body.iter().find(|statement| !is_text(statement)) else {
        return Ok(None);
    };
    if source.line_of(first.start()) == source.line_of(function.name.start()) {
        return Ok(None);
    }
    source.insert_line(first.start(), statement).map(Some)
}

fn class_of<'p>(parsed: &'p Parsed, name: &str) -> Option<&'p StmtClassDef> {
    let mut found = None;
    parsed.source.each_statement(|statement| {
        if let Stmt::ClassDef(class) = statement
            && class.name.as_str() == name
        {
            found = Some(class);
        }
    });
    found
}

fn constructor_of(class: &StmtClassDef) -> Option<&StmtFunctionDef> {
    let mut methods = class.body.iter().filter_map(Stmt::as_function_def_stmt);
    methods.find(|method| method.name.as_str() == "__init__")
}

fn calls_a_constructor(function: &StmtFunctionDef) -> bool {
    let mut calls = false;
    each_node(&function.body, |node| {
        if let AnyNodeRef::ExprAttribute(access) = node {
            calls |= access.attr.as_str() == "__init__";
        }
    });
    calls
}

/// The parameters of the nearest constructor of a base class that sets an attribute of the instance: the needed
/// ones and the others. A constructor that takes any argument is not known.
fn base_constructor(
    project: &Project<'_>,
    class: &StmtClassDef,
    attribute: &str,
    depth: usize,
) -> Option<(Vec<String>, Vec<String>)> {
    let bases = class.arguments.as_deref()?;
    let [base] = &*bases.args else {
        return None;
    };
    let name = last_name(base)?;
    let homes = project.mentioning(name);
    let mut found = homes.iter().filter_map(|parsed| class_of(parsed, name));
    let (Some(base), None, Some(deeper)) = (found.next(), found.next(), depth.checked_sub(1)) else {
        return None;
    };
    let Some(constructor) = constructor_of(base) else {
        return base_constructor(project, base, attribute, deeper);
    };
    (sets(constructor, attribute)).then(|| parameters(&constructor.parameters))?
}

fn sets(constructor: &StmtFunctionDef, attribute: &str) -> bool {
    let is_it = |target: &Expr| {
        let access = target.as_attribute_expr();
        access.is_some_and(|access| {
            access.attr.as_str() == attribute && last_name(&access.value) == Some("self")
        })
    };
    constructor.body.iter().any(|statement| match statement {
        Stmt::Assign(own) => own.targets.iter().any(is_it),
        Stmt::AnnAssign(own) => is_it(&own.target),
        _ => false,
    })
}

fn parameters(own: &Parameters) -> Option<(Vec<String>, Vec<String>)> {
    if own.vararg.is_some() || own.kwarg.is_some() {
        return None;
    }
    let all = own.iter_non_variadic_params().skip(1);
    let (needed, optional): (Vec<_>, Vec<_>) = all.partition(|parameter| parameter.default.is_none());
    // A needed one that has to be named comes behind the others.
    let is_positional = own.kwonlyargs.iter().all(|parameter| parameter.default.is_some());
    let names = |list: Vec<&ruff_python_ast::ParameterWithDefault>| {
        list.iter()
            .map(|parameter| parameter.name().to_string())
            .collect()
    };
    is_positional.then(|| (names(needed), names(optional)))
}

//! A method that does not take the instance it is called on.

use ruff_python_ast::{AnyNodeRef, Stmt, StmtClassDef, StmtFunctionDef};
use ruff_text_size::TextSize;
use unbreak_core::{DeterminedBy, FixError};

use crate::offer::Offer;
use crate::python::project::{Parsed, Project};
use crate::search_evidence::words;
use crate::weights::confidence;

/// Adds `self` to the method whose line, or whose body, holds a byte.
pub(super) fn around(parsed: &Parsed, offset: TextSize) -> Result<Vec<Offer>, FixError> {
    let mut offers = Vec::new();
    for (class, method) in methods(parsed) {
        if method.range.contains(offset) {
            offers.extend(add_self(parsed, class, method)?);
        }
    }
    Ok(offers)
}

/// Adds `self` to a method by its qualified name, as the interpreter says it: `Invoice.total`.
pub(super) fn called(project: &Project<'_>, callee: &str) -> Result<Vec<Offer>, FixError> {
    let mut parts = callee.rsplit('.');
    let (name, class) = (parts.next().unwrap_or_default(), parts.next());
    let mut offers = Vec::new();
    for parsed in project.mentioning(name) {
        for (owner, method) in methods(&parsed) {
            let is_owner = class.is_none_or(|class| owner.name.as_str() == class);
            if is_owner && method.name.as_str() == name {
                offers.extend(add_self(&parsed, owner, method)?);
            }
        }
    }
    Ok(offers)
}

/// `@classmethod` above a method by its qualified name, where it takes its class and is called on it.
pub(super) fn called_on_class(project: &Project<'_>, callee: &str) -> Result<Vec<Offer>, FixError> {
    let Some((class, name)) = callee.rsplit_once('.') else {
        return Ok(Vec::new());
    };
    let mut offers = Vec::new();
    for parsed in project.mentioning(name) {
        for (owner, method) in methods(&parsed) {
            let is_it = owner.name.as_str() == class && method.name.as_str() == name;
            let first = method.parameters.iter().next();
            let takes_class = first.is_some_and(|first| first.name().as_str() == "cls");
            // Methods with two underscores have their receiver by the language.
            let is_plain = method.decorator_list.is_empty() && !name.starts_with("__");
            if is_it && takes_class && is_plain {
                offers.push(Offer {
                    rule: crate::rule::python::missing_receiver::CLASS,
                    title: format!("make '{name}' a class method"),
                    reason: format!("'{callee}' takes its class and is called on it"),
                    confidence: confidence::only(),
                    evidence: DeterminedBy::Resolution.into(),
                    edits: vec![parsed.source.insert_line(method.range.start(), "@classmethod")?],
                });
            }
        }
    }
    Ok(offers)
}

fn methods(parsed: &Parsed) -> Vec<(&StmtClassDef, &StmtFunctionDef)> {
    let mut found = Vec::new();
    parsed.source.each_statement(|statement| {
        if let Stmt::ClassDef(class) = statement {
            let methods = class.body.iter().filter_map(Stmt::as_function_def_stmt);
            found.extend(methods.map(|method| (class, method)));
        }
    });
    found
}

fn add_self(
    parsed: &Parsed,
    class: &StmtClassDef,
    method: &StmtFunctionDef,
) -> Result<Option<Offer>, FixError> {
    let source = &parsed.source;
    let decorators = method
        .decorator_list
        .iter()
        .map(|decorator| source.slice(&decorator.expression));
    let kind = decorators
        .filter(|name| matches!(*name, "staticmethod" | "classmethod"))
        .last();
    let receiver = if kind == Some("classmethod") {
        "cls"
    } else {
        "self"
    };
    let first = method.parameters.iter().next();
    let has_receiver = first.is_some_and(|first| matches!(first.name().as_str(), "self" | "cls"));
    if has_receiver || kind == Some("staticmethod") || method.name.as_str() == "__new__" {
        return Ok(None);
    }
    // A body that never names its receiver may be that of a static method.
    let names_it = words(source.slice(method)).any(|word| word == receiver);
    if !names_it && kind.is_none() && first.is_some() && is_used_on_class(parsed, class, method) {
        return make_static(parsed, class, method).map(Some);
    }
    let evidence = match names_it {
        true => DeterminedBy::Resolution,
        false => DeterminedBy::Fitting,
    };
    let separator = if first.is_some() { ", " } else { "" };
    let at = method.parameters.range.start().to_usize() + 1;
    Ok(Some(Offer {
        rule: crate::rule::python::missing_receiver::SELF,
        title: format!("add '{receiver}' to '{}'", method.name),
        reason: format!(
            "'{}' is called on an instance but has no parameter for it",
            method.name
        ),
        confidence: confidence::only(),
        evidence: evidence.into(),
        edits: vec![source.insert(at, format!("{receiver}{separator}"))?],
    }))
}

/// Returns whether the file reads a method from its class, where no instance is passed on.
fn is_used_on_class(parsed: &Parsed, class: &StmtClassDef, method: &StmtFunctionDef) -> bool {
    let mut is_used = false;
    parsed.source.each_node(|node| {
        if let AnyNodeRef::ExprAttribute(access) = node {
            let is_of_class = access
                .value
                .as_name_expr()
                .is_some_and(|name| name.id == class.name.id);
            is_used |= is_of_class && access.attr.id == method.name.id;
        }
    });
    is_used
}

/// `@staticmethod` above a method that is used on its class as well and never names an instance.
fn make_static(parsed: &Parsed, class: &StmtClassDef, method: &StmtFunctionDef) -> Result<Offer, FixError> {
    Ok(Offer {
        rule: crate::rule::python::missing_receiver::STATIC,
        title: format!("make '{}' a static method", method.name),
        reason: format!(
            "'{}.{}' is used without an instance, and the body names none",
            class.name, method.name
        ),
        confidence: confidence::only(),
        evidence: DeterminedBy::Resolution.into(),
        edits: vec![parsed.source.insert_line(method.range.start(), "@staticmethod")?],
    })
}

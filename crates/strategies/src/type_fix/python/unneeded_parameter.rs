//! A parameter that no call passes and the function does not read: it was added, or given up, by half.

use ruff_python_ast::{ParameterWithDefault, Stmt, StmtFunctionDef};
use ruff_text_size::{Ranged, TextRange};
use unbreak_core::{Edit, Fact, FixError};

use super::Rule;
use super::function::{Function, calls_of};
use super::place::Place;
use crate::proposal::{Offer, fitting};
use crate::python::classes::last_name;
use crate::python::project::Project;
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    action: "drop the parameter",
    answers: |fact| matches!(fact, Fact::MissingArgument { .. }),
    offers,
};

fn offers(place: &Place<'_>) -> Result<Vec<Offer>, FixError> {
    let Fact::MissingArgument { names, .. } = place.fact else {
        return Ok(Vec::new());
    };
    let [name] = names.as_slice() else {
        return Ok(Vec::new());
    };
    let mut offers = Vec::new();
    for call in place.calls(place.callee()) {
        let called = last_name(&call.func).unwrap_or_default();
        let functions = place.callees(call);
        let [function] = functions.as_slice() else {
            continue;
        };
        if is_idle(function, name) && nobody_passes(place.project, function, called, name) {
            offers.extend(without(function, called, name)?);
        }
    }
    Ok(offers)
}

/// The statement that defines a function, if nothing but its own calls says which parameters it has: no
/// decorator, and no class that it may override a method of.
fn free_definition(function: &Function) -> Option<&StmtFunctionDef> {
    let mut is_bound = false;
    function.home.source.each_statement(|statement| {
        if let Stmt::ClassDef(class) = statement {
            let has_it = class.body.iter().any(|own| Some(own.range()) == function.range);
            is_bound |= has_it && !class.bases().is_empty();
        }
    });
    let definition = function.definition()?;
    (!is_bound && definition.decorator_list.is_empty()).then_some(definition)
}

/// Returns whether a function has a parameter and never reads it.
fn is_idle(function: &Function, name: &str) -> bool {
    let Some(definition) = free_definition(function) else {
        return false;
    };
    let scopes = &function.home.scopes;
    let reads = scopes
        .references()
        .iter()
        .any(|reading| reading.name == name && definition.range.contains_range(reading.range));
    let is_own = function.positional.iter().any(|own| own.name == name);
    is_own && !reads && !function.takes_rest
}

/// Returns whether every call of the project leaves out exactly this argument.
fn nobody_passes(project: &Project<'_>, function: &Function, called: &str, name: &str) -> bool {
    project.mentioning(called).iter().all(|home| {
        calls_of(home, called).iter().all(|call| {
            let count = call.arguments.args.len() + call.arguments.keywords.len();
            call.arguments.find_keyword(name).is_none() && count < function.required()
        })
    })
}

fn without(function: &Function, called: &str, name: &str) -> Result<Option<Offer>, FixError> {
    let Some(definition) = free_definition(function) else {
        return Ok(None);
    };
    let list: Vec<&ParameterWithDefault> = definition
        .parameters
        .posonlyargs
        .iter()
        .chain(&definition.parameters.args)
        .collect();
    let Some(at) = list.iter().position(|own| own.name().as_str() == name) else {
        return Ok(None);
    };
    let range = match (at.checked_sub(1), list.get(at + 1)) {
        (Some(before), _) => TextRange::new(list[before].end(), list[at].end()),
        (None, Some(next)) => TextRange::new(list[at].start(), next.start()),
        (None, None) => list[at].range(),
    };
    let edit: Edit = function.home.source.replace(range, "")?;
    Ok(Some(fitting(
        format!("drop the parameter '{name}' of '{called}'"),
        "no call passes it, and the function does not read it",
        confidence::possible(),
        vec![edit],
    )))
}

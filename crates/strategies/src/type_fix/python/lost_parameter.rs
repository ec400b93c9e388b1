//! A parameter that a definition lost: its body reads the name, which nothing binds, and every call passes a
//! value for it.

use std::collections::BTreeSet;
use std::sync::Arc;

use ruff_python_ast::{Expr, ExprCall, Stmt, StmtFunctionDef};
use ruff_text_size::{Ranged, TextSize};
use unbreak_core::policy::guard::is_test_file;
use unbreak_core::{Edit, Evidence, Fact, FixError};

use super::Rule;
use super::function::{Function, calls_of, functions};
use super::place::Place;
use crate::proposal::{Offer, fitting, safe};
use crate::python::classes::{enclosing_class, last_name};
use crate::python::project::{Parsed, Project};
use crate::syntax_fix::python::builtins::is_builtin;
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    action: "restore the parameter",
    answers: |fact| {
        matches!(
            fact,
            Fact::SurplusArgument { .. } | Fact::UnexpectedArgument { .. } | Fact::UndefinedName { .. }
        )
    },
    offers,
};

fn offers(place: &Place<'_>) -> Result<Vec<Offer>, FixError> {
    let mut offers = Vec::new();
    for (name, function) in meant(place) {
        let unbound = unbound(place.project, &function);
        let [lost] = unbound.as_slice() else {
            continue;
        };
        let is_reported = match place.fact {
            Fact::UnexpectedArgument { name, .. } | Fact::UndefinedName { name, .. } => name == lost,
            _ => true,
        };
        if is_reported && !function.takes_rest {
            offers.extend(restored(place.project, &function, &name, lost)?);
        }
    }
    if offers.is_empty() {
        offers.extend(called_back(place)?);
    }
    Ok(offers)
}

/// The definition of a function within another one with its parameter, where the line calls it by another name: it was
/// handed on, so only the message says which function it is, as `outer.<locals>.name`.
fn called_back(place: &Place<'_>) -> Result<Option<Offer>, FixError> {
    let Some((outer, name)) = place
        .callee()
        .filter(|_| matches!(place.fact, Fact::SurplusArgument { .. }))
        .and_then(|callee| callee.rsplit_once(".<locals>."))
    else {
        return Ok(None);
    };
    let outer = outer.rsplit('.').next().unwrap_or_default();
    let found = functions(place.project, place.parsed, name, None).into_iter();
    let mut meant = found.filter(|function| is_within(function, outer) && !function.takes_rest);
    let (Some(function), None) = (meant.next(), meant.next()) else {
        return Ok(None);
    };
    let unbound = unbound(place.project, &function);
    let [lost] = unbound.as_slice() else {
        return Ok(None);
    };
    let calls = place.calls(None);
    let passed: Vec<Passed> = calls
        .into_iter()
        .filter_map(|call| passing(call, &function, lost))
        .collect();
    let reason = format!(
        "the body of '{name}' reads '{lost}', which nothing binds, and it is called with a value more"
    );
    with_parameter(&function, name, lost, (&passed, reason))
}

/// Returns whether a function stands in one of another name.
fn is_within(function: &Function, outer: &str) -> bool {
    let mut is_within = false;
    function.home.source.each_statement(|statement| {
        if let Stmt::FunctionDef(other) = statement {
            let holds = function
                .range
                .is_some_and(|own| own != other.range && other.range.contains_range(own));
            is_within |= holds && other.name.as_str() == outer;
        }
    });
    is_within
}

/// The functions that the fault may be in, with the names that they are called by.
fn meant(place: &Place<'_>) -> Vec<(String, Function)> {
    let named = |function: Function, called: &str| (called.to_owned(), function);
    if !matches!(place.fact, Fact::UndefinedName { .. }) {
        let calls = place.calls(place.callee()).into_iter();
        return calls
            .flat_map(|call| {
                let called = last_name(&call.func).unwrap_or_default();
                place.callees(call).into_iter().map(move |own| named(own, called))
            })
            .collect();
    }
    let Some(own) = place.function() else {
        return Vec::new();
    };
    let class = enclosing_class(place.parsed, own.range.start()).map(|class| class.name.as_str());
    let called = match (own.name.as_str(), class) {
        ("__init__", Some(class)) => class,
        (name, _) => name,
    };
    let found = functions(place.project, place.parsed, own.name.as_str(), class).into_iter();
    found
        .filter(|function| function.range == Some(own.range))
        .map(|function| named(function, called))
        .collect()
}

/// The names that a function reads, nothing in its file binds, and nothing else in the project defines.
pub(super) fn unbound(project: &Project<'_>, function: &Function) -> Vec<String> {
    let Some(range) = function.range else {
        return Vec::new();
    };
    let scopes = &function.home.scopes;
    if scopes.has_star_import() {
        return Vec::new();
    }
    let mut names: Vec<String> = Vec::new();
    for reading in scopes.references() {
        let name = reading.name.as_str();
        let is_here = range.contains_range(reading.range);
        let is_free = is_here && !is_builtin(name) && scopes.binding_scope(reading.scope, name).is_none();
        if is_free && !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    names.retain(|name| {
        let is_local = scopes
            .unbound(name)
            .all(|reading| range.contains_range(reading.range));
        is_local && !is_known(project, function, name)
    });
    names
}

/// Returns whether the project has a module of a name, or a file that binds it: an import may be missing. Only tests
/// import from tests.
fn is_known(project: &Project<'_>, function: &Function, name: &str) -> bool {
    let may_import = |home: &Parsed| {
        let is_test = |parsed: &Parsed| is_test_file(parsed.source.file());
        !is_test(home) || is_test(&function.home)
    };
    let binds = |home: &Arc<Parsed>| may_import(home) && home.scopes.scope(0).bindings.contains_key(name);
    project.modules().has(name) || project.mentioning(name).iter().any(binds)
}

/// The definition with the parameter, where every call of the project passes it.
fn restored(
    project: &Project<'_>,
    function: &Function,
    called: &str,
    lost: &str,
) -> Result<Option<Offer>, FixError> {
    let mut passed = Vec::new();
    for home in project.mentioning(called) {
        let calls = calls_of(&home, called);
        let places: Option<Vec<Passed>> = calls.iter().map(|call| passing(call, function, lost)).collect();
        let Some(places) = places else {
            return Ok(None);
        };
        passed.extend(places);
    }
    let reason =
        format!("the body of '{called}' reads '{lost}', which nothing binds, and every call passes it");
    with_parameter(function, called, lost, (&passed, reason))
}

/// The definition with the parameter where the values fit that are passed.
fn with_parameter(
    function: &Function,
    called: &str,
    lost: &str,
    (passed, reason): (&[Passed], String),
) -> Result<Option<Offer>, FixError> {
    let Some(place) = best_place(function, lost, passed) else {
        return Ok(None);
    };
    let Some(edit) = inserted(function, place.index, lost)? else {
        return Ok(None);
    };
    let title = format!("restore the parameter '{lost}' of '{called}'");
    let offer = match place.is_clear {
        true => safe(title, reason, confidence::resolved(), vec![edit]),
        false => Offer {
            evidence: Evidence::search(true),
            ..fitting(title, reason, confidence::possible(), vec![edit])
        },
    };
    Ok(Some(offer))
}

/// The values that a call passes by position, by the last names of their expressions; `None` for values in
/// general.
enum Passed {
    ByName,
    ByPosition(Vec<Option<String>>),
}

/// How a call passes the lost parameter; `None` if it does not, or cannot be read.
fn passing(call: &ExprCall, function: &Function, lost: &str) -> Option<Passed> {
    let arguments = &call.arguments;
    let is_open = arguments.args.iter().any(|arg| matches!(arg, Expr::Starred(_)))
        || arguments.keywords.iter().any(|keyword| keyword.arg.is_none());
    if is_open {
        return None;
    }
    if arguments.find_keyword(lost).is_some() {
        return Some(Passed::ByName);
    }
    let by_name = arguments.keywords.iter().filter(|keyword| {
        let mut positional = function.positional.iter();
        positional.any(|own| keyword.arg.as_ref().is_some_and(|arg| arg.as_str() == own.name))
    });
    let count = arguments.args.len() + by_name.count();
    let named = |arg: &Expr| last_name(arg).map(str::to_owned);
    (count == function.positional.len() + 1)
        .then(|| Passed::ByPosition(arguments.args.iter().map(named).collect()))
}

/// The place of a parameter among the positional ones, and whether the calls leave no other.
struct Position {
    index: usize,
    is_clear: bool,
}

/// The place at which most arguments are called as their parameters; the last of several.
fn best_place(function: &Function, lost: &str, passed: &[Passed]) -> Option<Position> {
    let own = &function.positional;
    let last = own.iter().position(|own| own.is_optional).unwrap_or(own.len());
    let by_position: Vec<&Vec<Option<String>>> = passed
        .iter()
        .filter_map(|passed| match passed {
            Passed::ByPosition(names) => Some(names),
            Passed::ByName => None,
        })
        .collect();
    let score = |index: usize| {
        let mut names: Vec<&str> = own.iter().map(|own| own.name.as_str()).collect();
        names.insert(index, lost);
        let fits = |values: &&Vec<Option<String>>| {
            let pairs = values.iter().zip(&names);
            pairs
                .filter(|(value, name)| value.as_deref() == Some(**name))
                .count()
        };
        by_position.iter().map(fits).sum::<usize>()
    };
    let scores: Vec<usize> = (0..=last).map(score).collect();
    let most = *scores.iter().max()?;
    let best: Vec<usize> = (0..=last).filter(|index| scores[*index] == most).collect();
    let is_clear = best.len() == 1 || by_position.is_empty();
    let index = best.last().copied().filter(|_| !passed.is_empty())?;
    Some(Position { index, is_clear })
}

/// The parameter with the annotation that all others of its name in the file have, if the definition has annotations.
fn annotated(function: &Function, definition: &StmtFunctionDef, lost: &str) -> String {
    let source = &function.home.source;
    let is_typed =
        definition.returns.is_some() || definition.parameters.iter().any(|own| own.annotation().is_some());
    let mut annotations: BTreeSet<Option<&str>> = BTreeSet::new();
    source.each_statement(|statement| {
        if let Stmt::FunctionDef(other) = statement {
            let alike = other.parameters.iter().filter(|own| own.name().as_str() == lost);
            annotations.extend(alike.map(|own| own.annotation().map(|kind| source.slice(kind))));
        }
    });
    let mut all = annotations.into_iter();
    match (is_typed, all.next(), all.next()) {
        (true, Some(Some(annotation)), None) => format!("{lost}: {annotation}"),
        _ => lost.to_owned(),
    }
}

fn inserted(function: &Function, index: usize, lost: &str) -> Result<Option<Edit>, FixError> {
    let source = &function.home.source;
    let Some(definition) = function.definition() else {
        return Ok(None);
    };
    let lost = &annotated(function, definition, lost);
    let list = &definition.parameters;
    let own: Vec<_> = list.posonlyargs.iter().chain(&list.args).collect();
    let at = own.len() - function.positional.len() + index;
    let edit = match (own.get(at), own.last()) {
        (Some(next), _) => source.insert(next.start().to_usize(), format!("{lost}, "))?,
        (None, Some(before)) => source.insert(before.end().to_usize(), format!(", {lost}"))?,
        (None, None) if list.is_empty() => {
            source.insert((list.start() + TextSize::new(1)).to_usize(), lost.as_str())?
        }
        (None, None) => return Ok(None),
    };
    Ok(Some(edit))
}

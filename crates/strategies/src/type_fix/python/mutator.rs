//! The result of a method that changes its object and returns nothing.

use ruff_python_ast::{AnyNodeRef, Expr, ExprCall, Stmt};
use ruff_text_size::{Ranged, TextRange};
use unbreak_core::{Fact, FixError};

use super::place::Place;
use super::{Rule, is_about_nothing};
use crate::proposal::{Offer, guess, safe};
use crate::python::classes::last_name;
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    action: "use the object instead of the result of changing it",
    answers: |fact| is_about_nothing(fact) || matches!(fact, Fact::NoResult { owner: Some(_), .. }),
    offers,
};

/// Methods of lists, sets, dictionaries and queues that return `None` (the library reference).
const MUTATORS: &[&str] = &[
    "add",
    "append",
    "appendleft",
    "clear",
    "discard",
    "extend",
    "extendleft",
    "insert",
    "remove",
    "reverse",
    "rotate",
    "sort",
    "update",
];

fn offers(place: &Place<'_>) -> Result<Vec<Offer>, FixError> {
    let mut offers = Vec::new();
    for node in place.nodes() {
        if let AnyNodeRef::ExprName(name) = node {
            offers.extend(assigned_back(place, name.id.as_str())?);
        }
    }
    if let Some(Stmt::Assign(assign)) = place.statement()
        && let [Expr::Name(target)] = &*assign.targets
    {
        offers.extend(assigned_back(place, target.id.as_str())?);
    }
    for call in place.calls(None) {
        offers.extend(in_place(place, call)?);
    }
    Ok(offers)
}

/// `items = items.append(3)`, wherever it is in the function.
fn assigned_back(place: &Place<'_>, name: &str) -> Result<Vec<Offer>, FixError> {
    let mut found = Vec::new();
    place.parsed.source.each_statement(|statement| {
        if let Stmt::Assign(assign) = statement
            && let ([target], Some((receiver, method))) = (&*assign.targets, mutation(&assign.value))
            && place.slice(target) == name
            && place.slice(receiver) == name
        {
            found.push((TextRange::new(assign.start(), assign.value.start()), method));
        }
    });
    let offers = found.into_iter().map(|(range, method)| {
        let reason = format!("'{method}' changes '{name}' and returns nothing");
        let edit = place.replace(range, "")?;
        Ok(safe(
            format!("do not assign the result of '{method}'"),
            reason,
            confidence::only(),
            vec![edit],
        ))
    });
    offers.collect()
}

/// `for item in items.sort()`.
fn in_place(place: &Place<'_>, call: &ExprCall) -> Result<Option<Offer>, FixError> {
    let Expr::Attribute(callee) = &*call.func else {
        return Ok(None);
    };
    let function = match callee.attr.as_str() {
        "sort" => "sorted",
        "reverse" => "reversed",
        _ => return Ok(None),
    };
    let given = &place.slice(call.arguments.range())[1..];
    let separator = if call.arguments.is_empty() { "" } else { ", " };
    let text = format!("{function}({}{separator}{given}", place.slice(&*callee.value));
    let is_alone = matches!(place.statement(), Some(Stmt::Expr(own)) if own.value.range() == call.range());
    let edit = place.replace(call.range(), text)?;
    let reason = format!(
        "'{}' returns nothing, '{function}' what it is called for",
        callee.attr
    );
    let offer = guess(
        format!("'{function}' for '.{}'", callee.attr),
        reason,
        confidence::preferred(),
        vec![edit],
    );
    Ok(Some(offer).filter(|_| !is_alone))
}

/// The receiver and the name of a call that changes something and returns nothing.
fn mutation(value: &Expr) -> Option<(&Expr, &str)> {
    let callee = value.as_call_expr()?.func.as_attribute_expr()?;
    let name = last_name(&value.as_call_expr()?.func)?;
    MUTATORS.contains(&name).then_some((&*callee.value, name))
}

//! A coroutine that is used as if it were its result.

use ruff_python_ast::{AnyNodeRef, Expr, ExprCall};
use ruff_text_size::{Ranged, TextRange};
use unbreak_core::{Edit, Fact, FixError};

use super::place::Place;
use super::{Rule, speaks_of};
use crate::proposal::{Offer, guess, safe};
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    action: "await the coroutine",
    answers: |fact| matches!(fact, Fact::NotAwaited { .. }) || speaks_of(fact, is_coroutine),
    offers,
};

fn offers(place: &Place<'_>) -> Result<Vec<Offer>, FixError> {
    let mut calls = place.calls(None);
    calls.extend(assigned(place));
    let mut seen: Vec<TextRange> = Vec::new();
    let mut offers = Vec::new();
    for call in calls {
        let callees = place.callees(call);
        let is_coroutine = !callees.is_empty() && callees.iter().all(|callee| callee.is_async);
        if is_coroutine && !seen.contains(&call.range()) && !is_awaited(place, call) {
            seen.push(call.range());
            offers.extend(waited(place, call)?);
        }
    }
    Ok(offers)
}

/// The type of an asynchronous function's result before it is awaited.
fn is_coroutine(kind: &str) -> bool {
    let plain = kind.split('[').next().unwrap_or_default();
    matches!(plain, "coroutine" | "Coroutine" | "CoroutineType")
}

/// The calls whose results the names on the line hold.
fn assigned<'a>(place: &Place<'a>) -> Vec<&'a ExprCall> {
    let names = place.nodes().into_iter().filter_map(|node| match node {
        AnyNodeRef::ExprName(name) => place.assigned(name.id.as_str(), name.range.start()),
        _ => None,
    });
    names.filter_map(Expr::as_call_expr).collect()
}

/// Returns whether the call is awaited: with `await`, or by a function that takes coroutines.
fn is_awaited(place: &Place<'_>, call: &ExprCall) -> bool {
    const TAKERS: &[&str] = &[
        "create_task",
        "ensure_future",
        "gather",
        "run",
        "run_coroutine_threadsafe",
        "run_until_complete",
        "shield",
        "wait_for",
    ];
    let mut is_awaited = false;
    place.parsed.source.each_node(|node| match node {
        AnyNodeRef::ExprAwait(wait) => is_awaited |= wait.value.range() == call.range(),
        AnyNodeRef::ExprCall(taker) => {
            let takes = super::place::last_name_of_callee(taker).is_some_and(|name| TAKERS.contains(&name));
            is_awaited |= takes && taker.arguments.args.iter().any(|arg| arg.range() == call.range());
        }
        _ => {}
    });
    is_awaited
}

fn waited(place: &Place<'_>, call: &ExprCall) -> Result<Vec<Offer>, FixError> {
    let written = place.slice(&*call.func);
    let reason = format!("'{written}' is a coroutine function: calling it runs nothing yet");
    let Some(function) = place.function() else {
        let edits = place.wrap(call, "asyncio.run(", ")")?;
        let has_loop = place.value_imported("asyncio");
        let offer = guess(
            format!("run '{written}' in an event loop"),
            reason,
            confidence::possible(),
            edits,
        );
        return Ok(Some(offer).filter(|_| has_loop).into_iter().collect());
    };
    let edits = awaited(place, call)?;
    if function.is_async {
        return Ok(vec![safe(
            format!("await '{written}'"),
            reason,
            confidence::only(),
            edits,
        )]);
    }
    let def = place.insert(function.range.start(), "async ");
    let at_definition = function.decorator_list.is_empty();
    let edits: Vec<Edit> = edits.into_iter().chain(Some(def?)).collect();
    let title = format!("await '{written}', in a coroutine function");
    Ok(Some(guess(title, reason, confidence::remote(), edits))
        .filter(|_| at_definition)
        .into_iter()
        .collect())
}

/// Adds `await` before the call, in parentheses where a member of the result is read.
fn awaited(place: &Place<'_>, call: &ExprCall) -> Result<Vec<Edit>, FixError> {
    let behind = place.parsed.source.text()[call.range().end().to_usize()..].trim_start_matches([' ', '\t']);
    if behind.starts_with(['.', '[', '(']) {
        return place.wrap(call, "(await ", ")");
    }
    Ok(vec![place.insert(call.range().start(), "await ")?])
}

//! A promise that is used as if it were its value.

use tree_sitter::Node;
use unbreak_core::FixError;

use super::trail::{Step, Trail, function_around, is_function};
use crate::proposal::{Offer, guess};
use crate::weights::confidence;

pub(super) fn offers(trail: &Trail) -> Result<Vec<Offer>, FixError> {
    let mut offers = Vec::new();
    for step in trail.steps().filter(Step::is_async) {
        let own = |call: &Node<'_>| function_around(*call) == Some(step.function);
        for call in step.calls().into_iter().filter(own) {
            if let Some(sureness) = sureness(trail, &step, call) {
                offers.push(awaited(&step, call, sureness * step.nearness)?);
            }
        }
    }
    Ok(offers)
}

/// The confidence that a call should be awaited; `None` if it returns no promise, or the promise is handled.
fn sureness(trail: &Trail, step: &Step<'_>, call: Node<'_>) -> Option<f64> {
    let promises = trail.named(step.source.callee(call)?);
    let is_promise = |callee: &Step<'_>| {
        callee.is_async()
            || callee
                .result()
                .is_some_and(|result| result.starts_with("Promise<"))
    };
    if promises.is_empty() || !promises.iter().all(is_promise) {
        return None;
    }
    let parent = call.parent()?;
    match parent.kind() {
        // The promise is awaited elsewhere: by the caller, or by a function that takes a list of them.
        "await_expression" | "return_statement" | "array" | "spread_element" | "unary_expression" => None,
        kind if is_function(parent) || kind == "arguments" && is_handed_on(step, parent) => None,
        "member_expression" if is_continued(step, parent) => None,
        "variable_declarator" if is_awaited_later(step, parent) => None,
        "expression_statement" => Some(confidence::open()),
        _ => Some(confidence::likely()),
    }
}

/// `Promise.all(load())`
fn is_handed_on(step: &Step<'_>, arguments: Node<'_>) -> bool {
    let callee = arguments
        .parent()
        .and_then(|call| call.child_by_field_name("function"));
    callee.is_some_and(|callee| step.source.slice(callee).starts_with("Promise."))
}

/// `load().then(...)`
fn is_continued(step: &Step<'_>, member: Node<'_>) -> bool {
    let name = step.source.last_name(member);
    matches!(name, Some("then" | "catch" | "finally"))
}

/// `const loading = load(); ... await loading`
fn is_awaited_later(step: &Step<'_>, declarator: Node<'_>) -> bool {
    let Some(name) = declarator
        .child_by_field_name("name")
        .map(|name| step.source.slice(name))
    else {
        return false;
    };
    let text = step.source.slice(step.function);
    text.contains(&format!("await {name}")) || text.contains(&format!("{name}.then("))
}

fn awaited(step: &Step<'_>, call: Node<'_>, sureness: f64) -> Result<Offer, FixError> {
    let is_within = call.parent().is_some_and(|parent| {
        let is_object = |field| parent.child_by_field_name(field) == Some(call);
        is_object("object") || is_object("function")
    });
    let (start, end) = (call.start_byte(), call.end_byte());
    let edits = match is_within {
        true => vec![
            step.source.insert(start, "(await ")?,
            step.source.insert(end, ")")?,
        ],
        false => vec![step.source.insert(start, "await ")?],
    };
    let title = format!("await '{}'", step.source.slice(call));
    Ok(guess(
        title,
        "it is a promise, and what it brings is used",
        sureness,
        edits,
    ))
}

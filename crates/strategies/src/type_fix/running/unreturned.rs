//! A function whose result is used, and that gives none back.

use tree_sitter::Node;
use unbreak_core::FixError;

use super::trail::{Step, Trail, function_around};
use crate::proposal::{Offer, guess};
use crate::type_fix::compiled::site::{children, each};
use crate::weights::confidence;

/// Methods of arrays that use what a function makes of an element, its index and the whole.
pub(in crate::type_fix) const OF_ARRAYS: &[&str] = &[
    "every",
    "filter",
    "find",
    "findIndex",
    "findLast",
    "flatMap",
    "map",
    "some",
];

/// Other methods that use the result of their callback.
const CALLING_BACK: &[&str] = &["reduce", "reduceRight", "sort", "then", "toSorted"];

/// Expressions that do nothing but have a value, or may.
const VALUES: &[&str] = &[
    "array",
    "await_expression",
    "binary_expression",
    "call_expression",
    "identifier",
    "member_expression",
    "new_expression",
    "template_string",
    "ternary_expression",
];

pub(super) fn offers(trail: &Trail) -> Result<Vec<Offer>, FixError> {
    let mut offers = Vec::new();
    for step in trail.steps().filter(|step| is_to_return(trail, step)) {
        offers.extend(returned(&step)?);
    }
    Ok(offers)
}

/// Returns whether a function should give something back, and does nowhere.
fn is_to_return(trail: &Trail, step: &Step<'_>) -> bool {
    let is_said = |result: &str| result.contains("void") || result.contains("undefined") || result == "never";
    let is_wanted = match step.name() {
        Some("constructor") => false,
        Some(name) => trail.is_result_used(name),
        None => is_called_back(step),
    };
    is_wanted && !step.result().is_some_and(is_said) && !returns(step.function)
}

/// `rows.map((row) => { ... })`
fn is_called_back(step: &Step<'_>) -> bool {
    let arguments = step
        .function
        .parent()
        .filter(|parent| parent.kind() == "arguments");
    let caller = arguments.and_then(|arguments| step.source.callee(arguments.parent()?));
    caller.is_some_and(|caller| OF_ARRAYS.contains(&caller) || CALLING_BACK.contains(&caller))
}

fn returns(function: Node<'_>) -> bool {
    let mut found = false;
    each(function, &mut |node| {
        let is_value = node.kind() == "return_statement" && !children(node).is_empty();
        let leaves = is_value || matches!(node.kind(), "throw_statement" | "yield_expression");
        found |= leaves && function_around(node) == Some(function);
    });
    found
}

fn returned(step: &Step<'_>) -> Result<Option<Offer>, FixError> {
    let body = step.function.child_by_field_name("body");
    let last = body
        .filter(|body| body.kind() == "statement_block")
        .and_then(|body| children(body).pop());
    let Some(last) = last else {
        return Ok(None);
    };
    let inner = children(last).pop();
    let is_value = inner.is_some_and(|inner| VALUES.contains(&inner.kind()));
    if last.kind() == "expression_statement" && is_value {
        let title = format!("return '{}'", step.source.slice(last).trim_end_matches(';'));
        let edit = step.source.insert(last.start_byte(), "return ")?;
        let reason = "its result is used, and this is computed last and not used";
        return Ok(Some(guess(
            title,
            reason,
            confidence::plausible() * step.nearness,
            vec![edit],
        )));
    }
    let named = inner.filter(|inner| inner.kind() == "variable_declarator");
    let name = named.and_then(|named| named.child_by_field_name("name"));
    match name.map(|name| step.source.slice(name)) {
        Some(name) => added(step, last, name, confidence::preferred()),
        None if step.function.kind() == "method_definition" => {
            added(step, last, "this", confidence::possible())
        }
        None => Ok(None),
    }
}

/// A `return` below the last statement.
fn added(step: &Step<'_>, last: Node<'_>, value: &str, sureness: f64) -> Result<Option<Offer>, FixError> {
    let text = step.source.text();
    let line = text[..last.start_byte()].rfind('\n').map_or(0, |at| at + 1);
    let before = &text[line..last.start_byte()];
    let separator = match before.trim().is_empty() {
        true => format!("\n{before}"),
        false => " ".to_owned(),
    };
    let end = if step.source.slice(last).ends_with([';', '}']) {
        ";"
    } else {
        ""
    };
    let edit = step
        .source
        .insert(last.end_byte(), &format!("{separator}return {value}{end}"))?;
    let reason = "its result is used, and it gives nothing back";
    let sureness = sureness * step.nearness;
    Ok(Some(guess(
        format!("return '{value}'"),
        reason,
        sureness,
        vec![edit],
    )))
}

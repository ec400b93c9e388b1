//! A method or function that is used where its result is meant.

use ruff_python_ast::{AnyNodeRef, Expr, ExprContext, ExprSubscript};
use ruff_text_size::{Ranged, TextRange, TextSize};
use unbreak_core::{Fact, FixError};

use super::function::functions;
use super::place::Place;
use super::property::is_only_read;
use super::{Rule, speaks_of};
use crate::proposal::{Offer, guess, safe};
use crate::python::classes::last_name;
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    action: "call the method",
    answers: is_about_function,
    offers,
};

/// Returns whether a fact is about a function or method that is used as a value.
pub(super) fn is_about_function(fact: &Fact) -> bool {
    speaks_of(fact, is_function)
}

/// The type of a function, as the interpreter and checkers call it.
fn is_function(kind: &str) -> bool {
    const KINDS: &[&str] = &[
        "method",
        "function",
        "builtin_function_or_method",
        "method_descriptor",
        "MethodType",
        "FunctionType",
    ];
    KINDS.contains(&kind) || kind.starts_with("Callable[[], ")
}

/// Methods of builtin types that are called without arguments, and result in something (the library
/// reference, "Built-in Types").
const BARE: &[&str] = &[
    "capitalize",
    "casefold",
    "copy",
    "isalnum",
    "isalpha",
    "isdecimal",
    "isdigit",
    "isidentifier",
    "islower",
    "isnumeric",
    "isspace",
    "istitle",
    "isupper",
    "items",
    "keys",
    "lower",
    "lstrip",
    "pop",
    "read",
    "readline",
    "readlines",
    "rstrip",
    "split",
    "splitlines",
    "strip",
    "swapcase",
    "title",
    "upper",
    "values",
];

fn offers(place: &Place<'_>) -> Result<Vec<Offer>, FixError> {
    let called = called(place);
    let mut offers = Vec::new();
    for node in place.nodes() {
        if let AnyNodeRef::ExprSubscript(subscript) = node {
            offers.extend(bracketed(place, subscript)?);
        }
        let value = match node {
            AnyNodeRef::ExprAttribute(it) if it.ctx == ExprContext::Load => last_attribute(node),
            AnyNodeRef::ExprName(it) if it.ctx == ExprContext::Load => Some(it.id.as_str()),
            _ => None,
        };
        let Some(name) = value.filter(|_| !called.contains(&node.range())) else {
            continue;
        };
        let is_attribute = matches!(node, AnyNodeRef::ExprAttribute(_));
        if !is_bare(place, name, is_attribute) || is_attribute && is_only_read(place.project, name) {
            continue;
        }
        let edit = place.insert(node.range().end(), "()")?;
        let title = format!("call '{name}'");
        offers.push(safe(
            title,
            format!("'{name}' is a function here, and its result is used"),
            confidence::resolved(),
            vec![edit],
        ));
    }
    Ok(offers)
}

fn last_attribute(node: AnyNodeRef<'_>) -> Option<&str> {
    match node {
        AnyNodeRef::ExprAttribute(attribute) => Some(attribute.attr.as_str()),
        _ => None,
    }
}

/// Expressions that are called, passed on, or assigned: there the function itself is meant.
fn called(place: &Place<'_>) -> Vec<TextRange> {
    let mut called = Vec::new();
    for node in place.parsed_nodes() {
        match node {
            AnyNodeRef::ExprCall(call) => {
                called.push(call.func.range());
                let takes_functions = matches!(
                    last_name(&call.func),
                    Some("map" | "filter" | "reduce" | "partial" | "Thread" | "sorted" | "min" | "max")
                );
                let keywords = call
                    .arguments
                    .keywords
                    .iter()
                    .map(|keyword| keyword.value.range());
                called.extend(keywords);
                if takes_functions {
                    called.extend(call.arguments.args.iter().map(Ranged::range));
                }
            }
            AnyNodeRef::Decorator(decorator) => called.push(decorator.expression.range()),
            _ => {}
        }
    }
    called
}

/// Returns whether something of the name is called without arguments.
fn is_bare(place: &Place<'_>, name: &str, is_attribute: bool) -> bool {
    let own = functions(place.project, place.parsed, name, None);
    let mut own = own
        .iter()
        .filter(|function| function.is_method == is_attribute && !function.is_property)
        .peekable();
    if own.peek().is_none() {
        return is_attribute && BARE.contains(&name);
    }
    own.all(|function| function.required() == 0)
}

/// `items.append[3]`: brackets of the wrong kind.
fn bracketed(place: &Place<'_>, subscript: &ExprSubscript) -> Result<Option<Offer>, FixError> {
    let is_attribute = matches!(&*subscript.value, Expr::Attribute(_));
    let Some(name) = last_name(&subscript.value).filter(|_| !matches!(&*subscript.value, Expr::Call(_)))
    else {
        return Ok(None);
    };
    // In a text that does not parse, the second one may be missing.
    if !place.slice(subscript).ends_with(']') {
        return Ok(None);
    }
    let own = functions(place.project, place.parsed, name, None);
    let takes_one = own
        .iter()
        .any(|function| function.is_method == is_attribute && function.required() >= 1);
    let is_foreign = own.is_empty()
        && !BARE.contains(&name)
        && speaks_of(place.fact, |kind| kind == "builtin_function_or_method");
    if !takes_one && !is_foreign {
        return Ok(None);
    }
    let (slice, end) = (subscript.slice.range(), subscript.range.end());
    let last = end - TextSize::new(1);
    let open = place.replace(
        TextRange::new(subscript.value.end(), slice.start().min(last)),
        "(",
    )?;
    let close = place.replace(TextRange::new(slice.end().min(last), end), ")")?;
    let title = format!("call '{name}' with parentheses");
    let reason = format!("'{name}' is a function, and brackets take elements");
    let make = if takes_one { safe } else { guess };
    Ok(Some(make(title, reason, confidence::likely(), vec![open, close])))
}

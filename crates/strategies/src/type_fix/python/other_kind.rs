//! A tuple, list or dictionary that is used as another kind: its literal is of the wrong one.

use ruff_python_ast::{AnyNodeRef, Expr};
use ruff_text_size::{Ranged, TextRange, TextSize};
use unbreak_core::{Fact, FixError};

use super::Rule;
use super::place::Place;
use crate::proposal::{Offer, fitting};
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    action: "convert it to the kind that its use requires",
    answers: |fact| match used(fact) {
        Some(("tuple", None)) => true,
        Some((kind, Some(name))) => USES
            .iter()
            .any(|(other, names)| *other == kind && names.contains(&name)),
        _ => false,
    },
    offers,
};

/// Methods by which a value of one kind is used like one of another.
const USES: &[(&str, &[&str])] = &[
    (
        "tuple",
        &[
            "append", "extend", "insert", "remove", "pop", "sort", "reverse", "clear",
        ],
    ),
    ("dict", &["add", "append", "extend"]),
    ("list", &["add", "keys", "values", "items", "get"]),
    ("set", &["append"]),
];

/// The kind of a value, and the method that it does not have, if that is how it is used.
fn used(fact: &Fact) -> Option<(&str, Option<&str>)> {
    match fact {
        Fact::UnknownMember {
            name,
            owner: Some(kind),
            ..
        } => Some((kind, Some(name))),
        Fact::WrongUse { found: Some(kind) } => Some((kind, None)),
        _ => None,
    }
}

fn offers(place: &Place<'_>) -> Result<Vec<Offer>, FixError> {
    let mut offers = Vec::new();
    for node in place.nodes() {
        let made = match node {
            AnyNodeRef::ExprName(name) => place.assigned(name.id.as_str(), place.end()),
            AnyNodeRef::ExprAttribute(_) => attribute(place, place.slice(node.range())),
            _ => None,
        };
        if let Some(made) = made {
            offers.extend(remade(place, made)?);
        }
    }
    offers.extend(renamed(place)?);
    Ok(offers)
}

/// The value that `self.items = ...` assigns to an attribute.
fn attribute<'a>(place: &Place<'a>, written: &str) -> Option<&'a Expr> {
    let mut value = None;
    place.parsed.source.each_node(|node| {
        if let AnyNodeRef::StmtAssign(assign) = node
            && assign.targets.iter().any(|target| place.slice(target) == written)
        {
            value = value.or(Some(&*assign.value));
        }
    });
    value
}

/// The literal in the brackets of another kind.
fn remade(place: &Place<'_>, made: &Expr) -> Result<Option<Offer>, FixError> {
    let inner = || {
        let range = made.range();
        place.slice(TextRange::new(
            range.start() + TextSize::new(1),
            range.end() - TextSize::new(1),
        ))
    };
    let (text, kind) = match (made, used(place.fact).and_then(|(_, name)| name)) {
        (Expr::Tuple(tuple), _) if tuple.parenthesized => {
            (format!("[{}]", inner().trim_end_matches(',')), "list")
        }
        (Expr::Tuple(_), _) => (format!("[{}]", place.slice(made)), "list"),
        (Expr::Dict(dict), Some("add")) if dict.is_empty() => ("set()".to_owned(), "set"),
        (Expr::Dict(dict), Some("append" | "extend")) if dict.is_empty() => ("[]".to_owned(), "list"),
        (Expr::List(list), Some("add")) if list.is_empty() => ("set()".to_owned(), "set"),
        (Expr::List(list), Some("keys" | "values" | "items" | "get")) if list.is_empty() => {
            ("{}".to_owned(), "dict")
        }
        _ => return Ok(None),
    };
    let edit = place.replace(made.range(), text)?;
    let reason = format!("what is done with it only a {kind} can do");
    Ok(Some(fitting(
        format!("make it a {kind}"),
        reason,
        confidence::possible(),
        vec![edit],
    )))
}

/// `items.add(3)` of a list is `append`, and the other way round.
fn renamed(place: &Place<'_>) -> Result<Option<Offer>, FixError> {
    let (kind, name, wanted) = match used(place.fact) {
        Some((kind @ "list", Some(name @ "add"))) => (kind, name, "append"),
        Some((kind @ "set", Some(name @ "append"))) => (kind, name, "add"),
        _ => return Ok(None),
    };
    let attribute = place.nodes().into_iter().find_map(|node| match node {
        AnyNodeRef::ExprAttribute(it) if it.attr.as_str() == name => Some(it),
        _ => None,
    });
    let Some(attribute) = attribute else {
        return Ok(None);
    };
    let edit = place.replace(attribute.attr.range(), wanted)?;
    let reason = format!("that is what the method is called of a {kind}");
    Ok(Some(fitting(
        format!("'{wanted}' for '{}'", attribute.attr),
        reason,
        confidence::preferred(),
        vec![edit],
    )))
}

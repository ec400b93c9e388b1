//! Text and a number in one operation.

use ruff_python_ast::{AnyNodeRef, Expr, ExprBinOp, Operator};
use ruff_text_size::{Ranged, TextRange};
use unbreak_core::{Fact, FixError};

use super::Rule;
use super::place::Place;
use crate::proposal::{Offer, fitting};
use crate::python::classes::last_name;
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    action: "convert one of the operands",
    answers: |fact| kinds(fact).is_some(),
    offers,
};

/// The kinds of the two operands that do not fit.
fn kinds(fact: &Fact) -> Option<(&str, Option<&str>)> {
    let is_number = |kind: &str| matches!(kind, "int" | "float");
    match fact {
        Fact::WrongOperands {
            operator: Some(operator),
            left,
            right,
        } => match (operator.as_str(), left.as_deref(), right.as_deref()) {
            ("+", Some(left @ ("str" | "list" | "tuple")), right) => Some((left, right)),
            ("*", None, Some("str")) => Some(("str", None)),
            (_, Some("str"), Some(other)) if is_number(other) => Some(("str", Some(other))),
            (_, Some(other), Some("str")) if is_number(other) => Some(("str", Some(other))),
            _ => None,
        },
        Fact::TypeMismatch {
            expected: Some(expected),
            found: Some(found),
            role: None,
            ..
        } if expected == "int" && found == "str" => Some(("str", None)),
        _ => None,
    }
}

fn offers(place: &Place<'_>) -> Result<Vec<Offer>, FixError> {
    let read = read_as_text(place)?;
    if !read.is_empty() {
        return Ok(read);
    }
    let kind = kinds(place.fact).map_or("str", |(kind, _)| kind);
    let mut offers = Vec::new();
    let mut whole: Option<TextRange> = None;
    for node in place.nodes_of_line() {
        let AnyNodeRef::ExprBinOp(sum) = node else {
            continue;
        };
        // A chain of additions is looked at once, from its outermost.
        if sum.op != Operator::Add || whole.is_some_and(|whole| whole.contains_range(sum.range)) {
            continue;
        }
        whole = Some(sum.range);
        offers.extend(converted(place, sum, kind)?);
    }
    Ok(offers)
}

/// The operands of a chain of additions that are not known to be text, converted; of other kinds the
/// last operand, which is what does not fit.
fn converted(place: &Place<'_>, sum: &ExprBinOp, kind: &str) -> Result<Vec<Offer>, FixError> {
    let mut operands = Vec::new();
    flatten(sum, &mut operands);
    if kind != "str" || !operands.iter().any(|operand| is_text(operand)) {
        operands = vec![&*sum.right];
    }
    let unknown: Vec<&Expr> = operands
        .into_iter()
        .filter(|operand| !is_of(operand, kind))
        .collect();
    let is_element = kind == "list"
        && !matches!(
            kinds(place.fact),
            Some((_, Some("tuple" | "set" | "str" | "range")))
        );
    let (before, after) = match is_element {
        true => ("[".to_owned(), "]"),
        false => (format!("{kind}("), ")"),
    };
    let edits: Result<Vec<_>, FixError> = unknown
        .iter()
        .map(|operand| place.wrap(operand.range(), &before, after))
        .collect();
    let edits: Vec<_> = edits?.into_iter().flatten().collect();
    if edits.is_empty() {
        return Ok(Vec::new());
    }
    let written: Vec<&str> = unknown
        .iter()
        .map(|operand| place.slice(operand.range()))
        .collect();
    let title = format!("convert '{}' to {kind}", written.join("', '"));
    let reason = format!("only a {kind} can be put to a {kind}");
    Ok(vec![fitting(title, reason, confidence::possible(), edits)])
}

fn flatten<'a>(sum: &'a ExprBinOp, into: &mut Vec<&'a Expr>) {
    for side in [&*sum.left, &*sum.right] {
        match side {
            Expr::BinOp(inner) if inner.op == Operator::Add => flatten(inner, into),
            other => into.push(other),
        }
    }
}

fn is_of(operand: &Expr, kind: &str) -> bool {
    match kind {
        "str" => is_text(operand),
        "list" => matches!(operand, Expr::List(_) | Expr::ListComp(_)),
        _ => matches!(operand, Expr::Tuple(_)),
    }
}

fn is_text(operand: &Expr) -> bool {
    const TEXTUAL: &[&str] = &[
        "str", "input", "join", "format", "upper", "lower", "strip", "repr", "replace", "title",
    ];
    match operand {
        Expr::StringLiteral(_) | Expr::FString(_) => true,
        Expr::Call(call) => last_name(&call.func).is_some_and(|name| TEXTUAL.contains(&name)),
        _ => false,
    }
}

/// A value read with `input()` that is used in a calculation: converts it to a number.
fn read_as_text(place: &Place<'_>) -> Result<Vec<Offer>, FixError> {
    let is_plus = matches!(place.fact, Fact::WrongOperands { operator: Some(operator), left: Some(left), .. } if operator == "+" && left == "str");
    let mut offers = Vec::new();
    for node in place.nodes() {
        let AnyNodeRef::ExprName(name) = node else {
            continue;
        };
        let made = place.assigned(name.id.as_str(), name.range.start());
        let Some(made) =
            made.filter(|made| matches!(made, Expr::Call(call) if place.slice(&*call.func) == "input"))
        else {
            continue;
        };
        let edits = place.wrap(made.range(), "int(", ")")?;
        let title = format!("read '{}' as a number", name.id);
        offers.push(fitting(
            title,
            "'input' gives text, and the program computes with it",
            if is_plus {
                confidence::open()
            } else {
                confidence::preferred()
            },
            edits,
        ));
    }
    Ok(offers)
}

//! A value of a builtin type where a checker expects another.

use ruff_python_ast::{AnyNodeRef, Expr, Stmt};
use ruff_text_size::Ranged;
use unbreak_core::{Fact, FixError, ValueRole};

use super::Rule;
use super::place::Place;
use crate::proposal::{Offer, fitting};
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    action: "convert the value, or change the annotation",
    answers: |fact| {
        let roles = [ValueRole::Argument, ValueRole::Assignment, ValueRole::Return];
        matches!(fact, Fact::TypeMismatch { role: Some(role), .. } if roles.contains(role))
    },
    offers,
};

/// The types between which a call of the second's name converts.
const CONVERSIONS: &[(&str, &str)] = &[
    ("int", "str"),
    ("float", "str"),
    ("bool", "str"),
    ("str", "int"),
    ("str", "float"),
    ("float", "int"),
    ("tuple", "list"),
    ("list", "tuple"),
    ("set", "list"),
    ("list", "set"),
    ("dict_keys", "list"),
    ("dict_values", "list"),
    ("map", "list"),
];

fn offers(place: &Place<'_>) -> Result<Vec<Offer>, FixError> {
    let Fact::TypeMismatch {
        found: Some(found),
        expected: Some(expected),
        argument,
        ..
    } = place.fact
    else {
        return Ok(Vec::new());
    };
    let mut offers = Vec::new();
    let (from, to) = (plain(found), plain(expected));
    if let Some(value) = value(place, *argument).filter(|_| CONVERSIONS.contains(&(from, to))) {
        let edits = place.wrap(value.range(), &format!("{to}("), ")")?;
        let title = format!("convert '{}' to {to}", place.slice(value));
        offers.push(fitting(
            title,
            format!("{to} is expected, and {from} found"),
            confidence::open(),
            edits,
        ));
    }
    let returns = matches!(place.statement(), Some(Stmt::Return(_)));
    if let Some(annotation) = place
        .function()
        .and_then(|function| function.returns.as_deref())
        .filter(|_| returns)
    {
        let edit = place.replace(annotation.range(), found)?;
        let is_plain = found.chars().all(|c| c.is_alphanumeric() || "_[], |".contains(c));
        let offer = fitting(
            format!("annotate the result as '{found}'"),
            "that is what is returned",
            confidence::remote(),
            vec![edit],
        );
        offers.extend(Some(offer).filter(|_| is_plain));
    }
    Ok(offers)
}

fn plain(kind: &str) -> &str {
    kind.split('[').next().unwrap_or_default()
}

/// The value that the checker reports.
fn value<'a>(place: &Place<'a>, argument: Option<u32>) -> Option<&'a Expr> {
    if let Some(number) = argument.and_then(|number| usize::try_from(number).ok()) {
        let calls = place.calls(place.callee());
        return calls.first()?.arguments.args.get(number.checked_sub(1)?);
    }
    match place.statement()? {
        Stmt::Return(statement) => statement.value.as_deref(),
        Stmt::Assign(assign) => Some(&assign.value),
        Stmt::AnnAssign(assign) => assign.value.as_deref(),
        _ => place.nodes().into_iter().find_map(|node| match node {
            AnyNodeRef::StmtReturn(statement) => statement.value.as_deref(),
            _ => None,
        }),
    }
}

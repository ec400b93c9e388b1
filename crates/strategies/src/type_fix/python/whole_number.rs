//! A fraction where a whole number is needed: `items[len(items) / 2]`.

use ruff_python_ast::{AnyNodeRef, Expr, ExprBinOp, Operator};
use ruff_text_size::{Ranged, TextRange};
use unbreak_core::{Fact, FixError};

use super::Rule;
use super::place::Place;
use crate::proposal::{Offer, guess};
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    action: "use integer division",
    answers: |fact| match fact {
        Fact::TypeMismatch {
            expected,
            found,
            role: None,
            ..
        } => expected.as_deref() == Some("int") && found.as_deref().is_none_or(|kind| kind == "float"),
        Fact::WrongOperands { operator, right, .. } => {
            operator.as_deref() == Some("*") && right.as_deref() == Some("float")
        }
        _ => false,
    },
    offers,
};

fn offers(place: &Place<'_>) -> Result<Vec<Offer>, FixError> {
    let mut divisions = divisions(&place.nodes());
    for node in place.nodes() {
        if let AnyNodeRef::ExprName(name) = node
            && let Some(Expr::BinOp(made)) = place.assigned(name.id.as_str(), name.range.start())
        {
            divisions.extend(divides(made));
        }
    }
    divisions.dedup();
    let offers = divisions.into_iter().map(|division| {
        let gap = TextRange::new(division.left.end(), division.right.start());
        let operator = place.slice(gap).replace('/', "//");
        let title = format!("divide '{}' without a rest", place.slice(&*division.left));
        let edit = place.replace(gap, operator)?;
        Ok(guess(
            title,
            "the place takes whole numbers, and '/' makes fractions",
            confidence::preferred(),
            vec![edit],
        ))
    });
    offers.collect()
}

fn divisions<'a>(nodes: &[AnyNodeRef<'a>]) -> Vec<&'a ExprBinOp> {
    let operations = nodes.iter().filter_map(|node| match node {
        AnyNodeRef::ExprBinOp(operation) => divides(operation),
        _ => None,
    });
    operations.collect()
}

fn divides(operation: &ExprBinOp) -> Option<&ExprBinOp> {
    (operation.op == Operator::Div).then_some(operation)
}

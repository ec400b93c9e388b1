//! `call(data **options)`: without its comma, the mark of unpacked arguments is an operator.

use ruff_python_ast::{AnyNodeRef, Expr, Operator};
use ruff_text_size::{Ranged, TextRange};
use unbreak_core::{Fact, FixError};

use super::Rule;
use super::place::Place;
use crate::proposal::{Offer, safe};
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    action: "insert the missing ','",
    answers: |fact| matches!(fact, Fact::WrongOperands { .. }),
    offers,
};

fn offers(place: &Place<'_>) -> Result<Vec<Offer>, FixError> {
    let mut offers = Vec::new();
    for node in place.nodes_of_line() {
        let items: &[Expr] = match node {
            AnyNodeRef::ExprCall(call) => &call.arguments.args,
            AnyNodeRef::ExprList(list) => &list.elts,
            AnyNodeRef::ExprTuple(tuple) => &tuple.elts,
            _ => continue,
        };
        for operation in items.iter().filter_map(Expr::as_bin_op_expr) {
            let mark = match operation.op {
                Operator::Mult => "*",
                Operator::Pow => "**",
                _ => continue,
            };
            let between = TextRange::new(operation.left.end(), operation.right.start());
            // An operator stands between two spaces or none.
            let is_glued = place
                .slice(between)
                .strip_suffix(mark)
                .is_some_and(|space| !space.is_empty() && space.trim().is_empty());
            if is_glued {
                let edit = place.insert(operation.left.end(), ",".to_owned())?;
                offers.push(safe(
                    format!("insert ',' before '{mark}'"),
                    format!("'{mark}' stands at what follows it, as it does before unpacked arguments"),
                    confidence::stated(),
                    vec![edit],
                ));
            }
        }
    }
    Ok(offers)
}

//! A loop through a number: `for i in 10`, `for i in len(items)`.

use ruff_python_ast::{AnyNodeRef, Expr, Stmt};
use ruff_text_size::Ranged;
use unbreak_core::{Fact, FixError};

use super::Rule;
use super::place::Place;
use crate::proposal::{Offer, guess, safe};
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    action: "loop over a range",
    answers: |fact| match fact {
        Fact::NotIterable { found } => found.as_deref() == Some("int"),
        Fact::UnknownMember { name, owner, .. } => name == "__iter__" && owner.as_deref() == Some("int"),
        _ => false,
    },
    offers,
};

fn offers(place: &Place<'_>) -> Result<Vec<Offer>, FixError> {
    let mut numbers: Vec<&Expr> = Vec::new();
    if let Some(Stmt::For(statement)) = place.statement()
        && !statement.target.is_tuple_expr()
    {
        numbers.push(&statement.iter);
    }
    numbers.extend(place.nodes_of_line().into_iter().filter_map(|node| match node {
        AnyNodeRef::Comprehension(comprehension) if !comprehension.target.is_tuple_expr() => {
            Some(&comprehension.iter)
        }
        _ => None,
    }));
    let mut offers = Vec::new();
    for number in numbers {
        let counts = matches!(number, Expr::Call(call) if place.slice(&*call.func) == "len");
        let is_number = counts || number.is_number_literal_expr();
        let edits = place.wrap(number.range(), "range(", ")")?;
        let title = format!("go through 'range({})'", place.slice(number));
        let reason = "a number is nothing to go through";
        match is_number {
            true => offers.push(safe(title, reason, confidence::only(), edits)),
            false if matches!(number, Expr::Name(_) | Expr::BinOp(_) | Expr::Attribute(_)) => {
                offers.push(guess(title, reason, confidence::preferred(), edits));
            }
            false => {}
        }
    }
    Ok(offers)
}

//! `total =+ price`, which gives `total` the price itself.

use ruff_python_ast::{Expr, Stmt, UnaryOp};
use ruff_text_size::{Ranged, TextRange, TextSize};
use unbreak_core::{Fact, FixError};

use super::Rule;
use super::place::Place;
use crate::proposal::{Offer, safe};
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    action: "move the operator before '='",
    answers: |fact| {
        matches!(
            fact,
            Fact::WrongOperands {
                operator: Some(_),
                left: None,
                right: Some(_)
            }
        )
    },
    offers,
};

fn offers(place: &Place<'_>) -> Result<Vec<Offer>, FixError> {
    let Some(Stmt::Assign(assign)) = place.statement() else {
        return Ok(Vec::new());
    };
    let Fact::WrongOperands {
        operator: Some(sign), ..
    } = place.fact
    else {
        return Ok(Vec::new());
    };
    let Expr::UnaryOp(value) = &*assign.value else {
        return Ok(Vec::new());
    };
    let one = TextSize::new(1);
    let (start, operand) = (value.start(), value.operand.start());
    let before = place.slice(TextRange::new(start - one, start));
    let is_glued = before == "=" && start + one < operand;
    if !is_glued || !matches!(value.op, UnaryOp::UAdd | UnaryOp::USub) {
        return Ok(Vec::new());
    }
    let edit = place.replace(TextRange::new(start - one, start + one), format!("{sign}="))?;
    let reason = format!("'={sign}' is written for '{sign}='");
    Ok(vec![safe(
        format!("write '{sign}='"),
        reason,
        confidence::stated(),
        vec![edit],
    )])
}

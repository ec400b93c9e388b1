//! A default of `None` whose annotation does not allow it (PEP 484).

use ruff_python_ast::{AnyNodeRef, Expr, ParameterWithDefault};
use ruff_text_size::Ranged;
use unbreak_core::{Fact, FixError, ValueRole};

use super::Rule;
use super::place::Place;
use crate::proposal::{Offer, safe};
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    action: "let the annotation allow the default",
    answers: |fact| {
        matches!(
            fact,
            Fact::TypeMismatch {
                role: Some(ValueRole::Default),
                ..
            }
        )
    },
    offers,
};

fn offers(place: &Place<'_>) -> Result<Vec<Offer>, FixError> {
    let is_meant = |parameter: &&ParameterWithDefault| {
        let is_none = parameter
            .default
            .as_deref()
            .is_some_and(Expr::is_none_literal_expr);
        let is_named = match place.fact {
            Fact::TypeMismatch { name: Some(name), .. } => parameter.name().as_str() == name,
            _ => true,
        };
        let line = place.parsed.source.line_of(parameter.start());
        is_none && is_named && line == place.line
    };
    let mut parameters: Vec<&ParameterWithDefault> = Vec::new();
    for node in place.parsed_nodes() {
        if let AnyNodeRef::ParameterWithDefault(parameter) = node
            && is_meant(&parameter)
        {
            parameters.push(parameter);
        }
    }
    let mut offers = Vec::new();
    for parameter in parameters {
        let Some(annotation) = parameter.parameter.annotation.as_deref() else {
            continue;
        };
        let written = place.slice(annotation);
        let wider = match place.value_imported("Optional") {
            true => format!("Optional[{written}]"),
            false => format!("{written} | None"),
        };
        let edit = place.replace(annotation.range(), wider.clone())?;
        let reason = "the default is None, so the annotation must allow it; nothing changes when it runs";
        offers.push(safe(
            format!("annotate '{}' as '{wider}'", parameter.name()),
            reason,
            confidence::resolved(),
            vec![edit],
        ));
    }
    Ok(offers)
}

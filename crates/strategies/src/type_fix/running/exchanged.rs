//! Arguments in the wrong order: one is called as another parameter.

use tree_sitter::Node;
use unbreak_core::FixError;

use super::trail::{Step, Trail};
use crate::proposal::{Offer, guess};
use crate::type_fix::compiled::site::children;
use crate::weights::confidence;

pub(super) fn offers(trail: &Trail) -> Result<Vec<Offer>, FixError> {
    let mut offers = Vec::new();
    for step in trail.steps() {
        for call in step.calls() {
            let callees = step
                .source
                .callee(call)
                .map(|name| trail.named(name))
                .unwrap_or_default();
            if let [callee] = callees.as_slice()
                && let Some(offer) = exchanged(&step, call, &callee.parameters())?
            {
                offers.push(offer);
            }
        }
    }
    Ok(offers)
}

fn exchanged(step: &Step<'_>, call: Node<'_>, parameters: &[&str]) -> Result<Option<Offer>, FixError> {
    let arguments = call
        .child_by_field_name("arguments")
        .map(children)
        .unwrap_or_default();
    if arguments.len() != parameters.len() {
        return Ok(None);
    }
    let name = |at: usize| step.source.last_name(arguments[at]);
    let is_misplaced = |(here, there): &(usize, usize)| {
        name(*here) == Some(parameters[*there])
            && name(*here) != Some(parameters[*here])
            && name(*there) != Some(parameters[*there])
    };
    let count = arguments.len();
    let mut pairs = (0..count).flat_map(|here| (0..count).map(move |there| (here, there)));
    let Some((here, there)) = pairs.find(is_misplaced) else {
        return Ok(None);
    };
    let (first, second) = (
        step.source.slice(arguments[here]),
        step.source.slice(arguments[there]),
    );
    let edits = vec![
        step.source.replace(arguments[here], second)?,
        step.source.replace(arguments[there], first)?,
    ];
    let title = format!("swap '{first}' and '{second}'");
    let reason = format!("'{first}' is called as the parameter '{}'", parameters[there]);
    Ok(Some(guess(
        title,
        reason,
        confidence::resolved() * step.nearness,
        edits,
    )))
}

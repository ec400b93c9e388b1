//! `await` before a value that is not awaitable.

use ruff_python_ast::{AnyNodeRef, Expr, ExprAwait};
use ruff_text_size::{Ranged, TextRange};
use unbreak_core::{Fact, FixError};

use super::Rule;
use super::place::Place;
use crate::proposal::{Offer, guess, safe};
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    action: "remove the await",
    answers: |fact| matches!(fact, Fact::NotAwaitable { .. }),
    offers,
};

fn offers(place: &Place<'_>) -> Result<Vec<Offer>, FixError> {
    let waits = place.nodes().into_iter().filter_map(|node| match node {
        AnyNodeRef::ExprAwait(wait) => Some(wait),
        _ => None,
    });
    let waits: Vec<&ExprAwait> = waits.collect();
    let mut offers = Vec::new();
    for wait in &waits {
        let is_plain = is_plain(place, wait);
        let edit = place.replace(TextRange::new(wait.range.start(), wait.value.start()), "")?;
        let title = format!("do not await '{}'", place.slice(&*wait.value));
        let reason = "the value is not a coroutine";
        match is_plain {
            true => offers.push(safe(title, reason, confidence::resolved(), vec![edit])),
            false if waits.len() == 1 => {
                offers.push(guess(title, reason, confidence::possible(), vec![edit]));
            }
            false => {}
        }
    }
    Ok(offers)
}

/// Returns whether it is a call of a function of the project that is not a coroutine function.
fn is_plain(place: &Place<'_>, wait: &ExprAwait) -> bool {
    let Expr::Call(call) = &*wait.value else {
        return false;
    };
    let callees = place.callees(call);
    !callees.is_empty() && callees.iter().all(|callee| !callee.is_async)
}

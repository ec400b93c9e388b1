//! Rust: an `async fn` that waits for itself, without a box for the inner future (E0733).

use unbreak_core::{Fact, FixError};

use super::Rule;
use super::site::Site;
use crate::proposal::{Offer, safe};
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    action: "box the inner future",
    endings: &["rs"],
    answers: |fact| matches!(fact, Fact::RecursiveFuture),
    offers,
};

fn offers(site: &Site<'_>) -> Result<Vec<Offer>, FixError> {
    let calls = site.all_noted(|note| note.contains("recursive call here"));
    let mut edits = Vec::new();
    for at in calls {
        let awaited = site
            .node_at(at)
            .and_then(|node| site.up(node, &["await_expression"]));
        let future = awaited.and_then(|awaited| awaited.named_child(0));
        let Some(future) = future.filter(|future| future.kind() == "call_expression") else {
            return Ok(Vec::new());
        };
        edits.push(site.insert(future.start_byte(), "Box::pin(")?);
        edits.push(site.insert(future.end_byte(), ")")?);
    }
    if edits.is_empty() {
        return Ok(Vec::new());
    }
    let reason = "a future that holds itself has no size; a box has";
    Ok(vec![safe(
        "box the inner future",
        reason,
        confidence::resolved(),
        edits,
    )])
}

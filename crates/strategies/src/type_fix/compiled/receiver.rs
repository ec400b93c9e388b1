//! Rust: a method that has a receiver in the trait and none in the implementation, or the other way round
//! (E0185, E0186).

use unbreak_core::{Fact, FixError};

use super::Rule;
use super::site::{Site, children};
use crate::proposal::{Offer, safe};
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    action: "use the receiver that the trait declares",
    endings: &["rs"],
    answers: |fact| matches!(fact, Fact::WrongReceiver { .. }),
    offers,
};

fn offers(site: &Site<'_>) -> Result<Vec<Offer>, FixError> {
    let Fact::WrongReceiver { expected: wanted, .. } = site.fact else {
        return Ok(Vec::new());
    };
    let list = site
        .function()
        .and_then(|function| function.child_by_field_name("parameters"));
    let Some(list) = list else {
        return Ok(Vec::new());
    };
    let own = children(list);
    let edit = match (wanted, own.as_slice()) {
        (Some(wanted), []) => site.insert(list.start_byte() + 1, wanted.as_str())?,
        (Some(wanted), _) => site.insert(list.start_byte() + 1, format!("{wanted}, "))?,
        (None, [receiver]) => site.replace(receiver.byte_range(), "")?,
        (None, [receiver, next, ..]) => site.replace(receiver.start_byte()..next.start_byte(), "")?,
        (None, []) => return Ok(Vec::new()),
    };
    let reason = "an implementation has the receiver that the trait declares";
    Ok(vec![safe(
        "use the receiver that the trait declares",
        reason,
        confidence::likely(),
        vec![edit],
    )])
}

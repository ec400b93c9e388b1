//! Rust: a method that has a receiver in the trait and none in the implementation, or the other way round
//! (E0185, E0186).

use unbreak_core::FixError;

use super::Rule;
use super::site::{Site, children};
use crate::proposal::{Offer, safe};

pub(super) static RULE: Rule = Rule {
    action: "take the receiver that the trait declares",
    wordings: &[
        (
            "rs",
            r"^method `\w+` has a `(?P<wanted>[^`]+)` declaration in the trait, but not in the impl",
        ),
        (
            "rs",
            r"^method `\w+` has a `[^`]+` declaration in the impl, but not in the trait",
        ),
    ],
    offers,
};

fn offers(site: &Site<'_>) -> Result<Vec<Offer>, FixError> {
    let list = site
        .function()
        .and_then(|function| function.child_by_field_name("parameters"));
    let Some(list) = list else {
        return Ok(Vec::new());
    };
    let own = children(list);
    let edit = match (site.said("wanted"), own.as_slice()) {
        (Some(wanted), []) => site.insert(list.start_byte() + 1, wanted)?,
        (Some(wanted), _) => site.insert(list.start_byte() + 1, format!("{wanted}, "))?,
        (None, [receiver]) => site.replace(receiver.byte_range(), "")?,
        (None, [receiver, next, ..]) => site.replace(receiver.start_byte()..next.start_byte(), "")?,
        (None, []) => return Ok(Vec::new()),
    };
    let reason = "an implementation has the receiver that the trait declares";
    Ok(vec![safe(
        "take the receiver that the trait declares",
        reason,
        0.85,
        vec![edit],
    )])
}

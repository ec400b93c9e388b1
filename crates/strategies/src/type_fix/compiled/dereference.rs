//! Rust: `*` before a value that is not a reference (E0614).

use unbreak_core::{Fact, FixError};

use super::Rule;
use super::site::Site;
use crate::proposal::{Offer, safe};
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    action: "use the value itself",
    endings: &["rs"],
    answers: |fact| matches!(fact, Fact::NotAPointer { .. }),
    offers,
};

fn offers(site: &Site<'_>) -> Result<Vec<Offer>, FixError> {
    let Fact::NotAPointer { found: Some(kind) } = site.fact else {
        return Ok(Vec::new());
    };
    if !site.text()[site.at.start..].starts_with('*') {
        return Ok(Vec::new());
    }
    let edit = site.replace(site.at.start..site.at.start + 1, "")?;
    let reason = format!("'{kind}' is not a reference");
    Ok(vec![safe(
        "do not dereference it",
        reason,
        confidence::resolved(),
        vec![edit],
    )])
}

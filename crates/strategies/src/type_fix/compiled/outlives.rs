//! Rust: a missing bound on a lifetime that must outlive another (E0478, E0491, and where rustc
//! advises the bound in words).

use unbreak_core::{Fact, FixError};

use super::Rule;
use super::site::Site;
use crate::proposal::{Offer, guess};
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    action: "declare which lifetime outlives the other",
    endings: &["rs"],
    answers: |fact| matches!(fact, Fact::LifetimeTooShort),
    offers,
};

/// The wordings of rustc for the lifetime that has to live longer, and the other one.
const REMARKS: &[(&str, &str)] = &[
    (
        "lifetime parameter instantiated with the lifetime `",
        "but lifetime parameter must outlive the lifetime `",
    ),
    (
        "but the referenced data is only valid for the lifetime `",
        "the pointer is valid for the lifetime `",
    ),
];

fn offers(site: &Site<'_>) -> Result<Vec<Offer>, FixError> {
    let Some((longer, shorter)) = advised(site).or_else(|| remarked(site)) else {
        return Ok(Vec::new());
    };
    let declared = [
        format!("lifetime `{longer}` defined here"),
        format!("`{longer}` as defined here"),
    ];
    let at = declared
        .iter()
        .find_map(|words| site.noted(|note| note.contains(words)));
    let Some(rest) = at.and_then(|at| site.text()[at..].strip_prefix(longer)) else {
        return Ok(Vec::new());
    };
    let end = site.text().len() - rest.len();
    let edit = match rest.strip_prefix(':') {
        Some(_) => site.insert(end + 1, format!(" {shorter} +"))?,
        None => site.insert(end, format!(": {shorter}"))?,
    };
    let title = format!("let {longer} outlive {shorter}");
    let reason = "what lives that long is used for as long as the other";
    Ok(vec![guess(title, reason, confidence::plausible(), vec![edit])])
}

/// The bound that rustc advises in words.
fn advised<'d>(site: &Site<'d>) -> Option<(&'d str, &'d str)> {
    let bound = site
        .words()
        .find_map(|words| words.split("following bound: `").nth(1))?;
    let (longer, shorter) = bound.split('`').next()?.split_once(": ")?;
    shorter
        .chars()
        .all(|c| c.is_alphanumeric() || matches!(c, '_' | '\''))
        .then_some((longer, shorter))
}

/// The two lifetimes that rustc's remarks point out.
fn remarked<'d>(site: &Site<'d>) -> Option<(&'d str, &'d str)> {
    let named = |start: &str| {
        let rest = site.words().find_map(|words| words.strip_prefix(start))?;
        rest.split('`').next()
    };
    REMARKS
        .iter()
        .find_map(|(longer, shorter)| Some((named(longer)?, named(shorter)?)))
}

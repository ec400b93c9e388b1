//! TypeScript: a key that an object has twice (TS1117), with the same value.

use unbreak_core::{Fact, FixError};

use super::Rule;
use super::site::{Site, children};
use crate::proposal::{Offer, safe};
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    action: "write the key once",
    endings: &["ts"],
    answers: |fact| matches!(fact, Fact::DuplicateKey),
    offers,
};

fn offers(site: &Site<'_>) -> Result<Vec<Offer>, FixError> {
    let (Some(pair), Some(object)) = (site.around(&["pair"]), site.around(&["object"])) else {
        return Ok(Vec::new());
    };
    let pairs = children(object);
    let Some(at) = pairs.iter().position(|it| *it == pair).filter(|at| *at > 0) else {
        return Ok(Vec::new());
    };
    let written = site.slice(pair);
    // Of two values the second one is used; only people know which one is meant.
    if !pairs[..at].iter().any(|it| site.slice(*it) == written) {
        return Ok(Vec::new());
    }
    let edit = site.replace(pairs[at - 1].end_byte()..pair.end_byte(), "")?;
    let title = format!("remove the second '{written}'");
    Ok(vec![safe(
        title,
        "the object has it already",
        confidence::resolved(),
        vec![edit],
    )])
}

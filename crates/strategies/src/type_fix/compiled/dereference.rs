//! Rust: `*` before what is no reference (E0614).

use unbreak_core::FixError;

use super::Rule;
use super::site::Site;
use crate::proposal::{Offer, safe};

pub(super) static RULE: Rule = Rule {
    action: "use the value itself",
    wordings: &[("rs", r"^type `(?P<name>.+)` cannot be dereferenced")],
    offers,
};

fn offers(site: &Site<'_>) -> Result<Vec<Offer>, FixError> {
    let kind = site.said("name").unwrap_or_default();
    if !site.text()[site.at.start..].starts_with('*') {
        return Ok(Vec::new());
    }
    let edit = site.replace(site.at.start..site.at.start + 1, "")?;
    let reason = format!("'{kind}' is no reference");
    Ok(vec![safe("do not dereference it", reason, 0.88, vec![edit])])
}

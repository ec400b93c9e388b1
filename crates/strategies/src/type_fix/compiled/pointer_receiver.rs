//! Go: a value where only its pointer has the methods of an interface.

use unbreak_core::{Fact, FixError};

use super::Rule;
use super::site::Site;
use crate::proposal::{Offer, safe};
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    action: "use the address of the value",
    endings: &["go"],
    answers: |fact| matches!(fact, Fact::TypeMismatch { .. }),
    offers,
};

/// What has an address, and is the value itself and no copy of it.
const ADDRESSABLE: [&str; 3] = ["identifier", "selector_expression", "composite_literal"];

fn offers(site: &Site<'_>) -> Result<Vec<Offer>, FixError> {
    let words = std::iter::once(site.diagnostic.message.as_str()).chain(site.words());
    let is_reason = |text: &str| text.contains("has pointer receiver)");
    let value = site.node().filter(|node| ADDRESSABLE.contains(&node.kind()));
    let Some(value) = value.filter(|_| words.into_iter().any(is_reason)) else {
        return Ok(Vec::new());
    };
    let name = site.slice(value);
    let title = match value.kind() {
        "composite_literal" => "use the address of the value".to_owned(),
        _ => format!("use '&{name}'"),
    };
    let edit = site.insert(value.start_byte(), "&")?;
    let reason = "the method that the interface wants has a pointer receiver";
    Ok(vec![safe(title, reason, confidence::resolved(), vec![edit])])
}

//! TypeScript: a member that a type does not have, and nearly has, where the compiler guesses nothing.
//!
//! The key of an object, or a method that overrides nothing.

use unbreak_core::FixError;

use super::Rule;
use super::site::Site;
use super::types;
use crate::closeness::closest;
use crate::proposal::{Offer, guess};

pub(super) static RULE: Rule = Rule {
    action: "write a member that the type has",
    wordings: &[
        (
            "ts",
            r"^Object literal may only specify known properties, and '(?P<old>\w+)' does not exist in type '(?P<kind>\w+)'",
        ),
        (
            "ts",
            r"^This member cannot have an 'override' modifier because it is not declared in the base class '(?P<kind>\w+)'\.$",
        ),
    ],
    offers,
};

fn offers(site: &Site<'_>) -> Result<Vec<Offer>, FixError> {
    let (Some(kind), Some(word)) = (site.said("kind"), site.leaf()) else {
        return Ok(Vec::new());
    };
    let old = site.slice(word);
    if site.said("old").is_some_and(|said| said != old) {
        return Ok(Vec::new());
    }
    let taken = match site.said("old") {
        Some(_) => keys_beside(site),
        None => types::members_around(site, word),
    };
    let mut members = types::members(site, kind);
    members.retain(|member| !taken.contains(member));
    let near = closest(old, members.iter().map(String::as_str))
        .into_iter()
        .take(2);
    let offers = near.map(|(member, score)| {
        let edit = site.replace(word.byte_range(), member)?;
        let title = format!("write '{member}' in place of '{old}'");
        Ok(guess(title, format!("'{kind}' has it"), 0.9 * score, vec![edit]))
    });
    offers.collect()
}

/// The keys that the object has.
fn keys_beside(site: &Site<'_>) -> Vec<String> {
    let object = site.around(&["object"]);
    let pairs = object.map(super::site::children).unwrap_or_default().into_iter();
    let keys = pairs.map(|pair| pair.child_by_field_name("key").unwrap_or(pair));
    keys.map(|key| site.slice(key).to_owned()).collect()
}

//! TypeScript: a member whose name is similar to one of its type, where the compiler offers
//! nothing.
//!
//! The key of an object, or a method that overrides nothing.

use unbreak_core::{Fact, FixError, OwnerKind};

use super::Rule;
use super::site::{Site, children};
use super::types;
use crate::closeness::closest;
use crate::proposal::{Offer, fitting};
use crate::weights::similarity;

pub(super) static RULE: Rule = Rule {
    action: "write a member that the type has",
    endings: &["ts"],
    answers: |fact| match fact {
        Fact::UnknownMember {
            owner, owner_kind, ..
        } => owner.is_some() && *owner_kind == OwnerKind::Interface,
        fact => matches!(fact, Fact::NothingToOverride { owner: Some(_) }),
    },
    offers,
};

fn offers(site: &Site<'_>) -> Result<Vec<Offer>, FixError> {
    let Some(word) = site.leaf() else {
        return Ok(Vec::new());
    };
    let old = site.slice(word);
    let (kind, taken) = match site.fact {
        Fact::UnknownMember {
            owner: Some(kind),
            name,
            ..
        } if name == old => (kind, keys_beside(site)),
        Fact::NothingToOverride { owner: Some(owner) } => (owner, types::members_around(site, word)),
        _ => return Ok(Vec::new()),
    };
    let mut members = types::members(site, kind);
    members.retain(|member| !taken.contains(member));
    let near = closest(old, members.iter().map(String::as_str))
        .into_iter()
        .take(2);
    let offers = near.map(|(member, score)| {
        let edit = site.replace(word.byte_range(), member)?;
        let title = format!("write '{member}' in place of '{old}'");
        Ok(fitting(
            title,
            format!("'{kind}' has it"),
            similarity::listed() * score,
            vec![edit],
        ))
    });
    offers.collect()
}

/// The keys that the object has.
fn keys_beside(site: &Site<'_>) -> Vec<String> {
    let object = site.around(&["object"]);
    let pairs = object.map(children).unwrap_or_default().into_iter();
    let keys = pairs.map(|pair| pair.child_by_field_name("key").unwrap_or(pair));
    keys.map(|key| site.slice(key).to_owned()).collect()
}

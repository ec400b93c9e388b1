//! TypeScript: a member whose name is similar to one of its type, where the compiler offers
//! nothing.
//!
//! The key of an object, a method that overrides nothing, or one that an interface requires.

use unbreak_core::{Fact, FixError, OwnerKind};

use super::Rule;
use super::site::{Site, children};
use super::types;
use crate::closeness::{closeness, closest};
use crate::proposal::{Offer, fitting};
use crate::weights::{confidence, similarity};

pub(super) static RULE: Rule = Rule {
    action: "write a member that the type has",
    endings: &["ts"],
    answers: |fact| match fact {
        Fact::UnknownMember {
            owner, owner_kind, ..
        } => owner.is_some() && *owner_kind == OwnerKind::Interface,
        Fact::MissingImplementation { owner, names, .. } => owner.is_some() && names.len() == 1,
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
        Fact::MissingImplementation {
            owner: Some(kind),
            names,
            ..
        } => return written_otherwise(site, kind, names.first().map_or("", String::as_str)),
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

/// The member of the class whose name is similar to the one that the interface requires.
fn written_otherwise(site: &Site<'_>, kind: &str, lacking: &str) -> Result<Vec<Offer>, FixError> {
    let wanted = types::members(site, kind);
    let class = site.leaf().and_then(|word| word.parent());
    let body = class.and_then(|class| class.child_by_field_name("body"));
    let names = body.map(children).unwrap_or_default().into_iter();
    let names = names.filter_map(|member| member.child_by_field_name("name"));
    let own = names.filter(|name| !wanted.iter().any(|it| it == site.slice(*name)));
    let scored = own.map(|name| (closeness(site.slice(name), lacking), name));
    let Some((score, name)) = scored.max_by(|a, b| a.0.total_cmp(&b.0)) else {
        return Ok(Vec::new());
    };
    if score < similarity::floor() {
        return Ok(Vec::new());
    }
    let edit = site.replace(name.byte_range(), lacking)?;
    let title = format!("call '{}' '{lacking}'", site.slice(name));
    // An interface is a contract: a similar name is likelier a misspelling than a member that is
    // not there at all.
    Ok(vec![fitting(
        title,
        format!("'{kind}' requires it"),
        score.max(confidence::plausible()),
        vec![edit],
    )])
}

/// The keys that the object has.
fn keys_beside(site: &Site<'_>) -> Vec<String> {
    let object = site.around(&["object"]);
    let pairs = object.map(children).unwrap_or_default().into_iter();
    let keys = pairs.map(|pair| pair.child_by_field_name("key").unwrap_or(pair));
    keys.map(|key| site.slice(key).to_owned()).collect()
}

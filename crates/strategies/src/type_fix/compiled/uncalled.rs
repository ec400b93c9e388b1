//! Java: `text.length` for `text.length()`, and `values.length()` for `values.length`.

use unbreak_core::{Fact, FixError, NameUse};

use super::Rule;
use super::site::Site;
use crate::proposal::{Offer, safe};
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    action: "call it, or do not",
    endings: &["java"],
    answers: |fact| {
        matches!(
            fact,
            Fact::UnknownMember {
                used_as: Some(NameUse::Value | NameUse::Method),
                ..
            }
        )
    },
    offers,
};

/// Methods of strings and collections without arguments (`java.lang.String`, `java.util.Collection`).
const BARE: &[&str] = &[
    "length",
    "size",
    "isEmpty",
    "trim",
    "toUpperCase",
    "toLowerCase",
    "keySet",
    "values",
    "entrySet",
];

fn offers(site: &Site<'_>) -> Result<Vec<Offer>, FixError> {
    let Fact::UnknownMember {
        name,
        owner: Some(kind),
        used_as,
        ..
    } = site.fact
    else {
        return Ok(Vec::new());
    };
    // javac points at the dot.
    let text = site.text();
    let Some(at) = text[site.at.start..]
        .find(name.as_str())
        .map(|at| site.at.start + at)
        .filter(|at| at - site.at.start <= 1)
    else {
        return Ok(Vec::new());
    };
    let end = at + name.len();
    if *used_as == Some(NameUse::Method) {
        if !matches!(name.as_str(), "length" | "size") || !kind.ends_with("[]") {
            return Ok(Vec::new());
        }
        let call = text[end..]
            .starts_with("()")
            .then(|| site.replace(at..end + 2, "length"));
        let Some(edit) = call.transpose()? else {
            return Ok(Vec::new());
        };
        return Ok(vec![safe(
            "'length' without a call",
            format!("'{kind}' is an array: its length is a field"),
            confidence::only(),
            vec![edit],
        )]);
    }
    let own = site.signatures(name);
    let is_bare = own.iter().any(Vec::is_empty)
        || own.is_empty() && BARE.contains(&name.as_str()) && !kind.ends_with(']');
    let edit = site.insert(end, "()")?;
    let offer = safe(
        format!("call '{name}'"),
        format!("'{name}' is a method of '{kind}'"),
        confidence::resolved(),
        vec![edit],
    );
    Ok(Some(offer)
        .filter(|_| is_bare && !text[end..].starts_with('('))
        .into_iter()
        .collect())
}

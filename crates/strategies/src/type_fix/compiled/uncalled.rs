//! Java: `text.length` for `text.length()`, and `values.length()` for `values.length`.

use unbreak_core::FixError;

use super::Rule;
use super::site::Site;
use crate::proposal::{Offer, safe};

pub(super) static RULE: Rule = Rule {
    action: "call it, or do not",
    wordings: &[
        (
            "java",
            r"(?s)^cannot find symbol.*symbol:\s+(?P<kind>variable) (?P<name>\w+).*location:\s+(?:variable \w+ of type|class|interface) (?P<type>\S+)",
        ),
        (
            "java",
            r"(?s)^cannot find symbol.*symbol:\s+(?P<kind>method) (?P<name>length|size)\(\).*location:\s+variable \w+ of type (?P<type>\S+\[\])",
        ),
    ],
    offers,
};

/// What a text and the collections are asked without arguments (`java.lang.String`, `java.util.Collection`).
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
    let (Some(name), Some(kind)) = (site.said("name"), site.said("type")) else {
        return Ok(Vec::new());
    };
    // javac points at the dot.
    let text = site.text();
    let Some(at) = text[site.at.start..]
        .find(name)
        .map(|at| site.at.start + at)
        .filter(|at| at - site.at.start <= 1)
    else {
        return Ok(Vec::new());
    };
    let end = at + name.len();
    if site.said("kind") == Some("method") {
        let call = text[end..]
            .starts_with("()")
            .then(|| site.replace(at..end + 2, "length"));
        let Some(edit) = call.transpose()? else {
            return Ok(Vec::new());
        };
        return Ok(vec![safe(
            "'length' without a call",
            format!("'{kind}' is an array: its length is a field"),
            0.92,
            vec![edit],
        )]);
    }
    let own = site.signatures(name);
    let is_bare =
        own.iter().any(Vec::is_empty) || own.is_empty() && BARE.contains(&name) && !kind.ends_with(']');
    let edit = site.insert(end, "()")?;
    let offer = safe(
        format!("call '{name}'"),
        format!("'{name}' is a method of '{kind}'"),
        0.9,
        vec![edit],
    );
    Ok(Some(offer)
        .filter(|_| is_bare && !text[end..].starts_with('('))
        .into_iter()
        .collect())
}

//! TypeScript: a string literal that its type does not allow, but that is similar to an allowed one.

use std::sync::LazyLock;

use regex::Regex;
use unbreak_core::pattern::pattern;
use unbreak_core::{Fact, FixError};

use super::Rule;
use super::site::Site;
use crate::closeness::closest;
use crate::proposal::{Offer, fitting};
use crate::weights::similarity;

pub(super) static RULE: Rule = Rule {
    action: "write a text that the type allows",
    endings: &["ts"],
    answers: |fact| literal(fact).is_some(),
    offers,
};

/// A text among the members of a union.
static MEMBER: LazyLock<Regex> = LazyLock::new(|| pattern(r#""(?P<text>[^"]+)"|'(?P<other>[^']+)'"#));

/// The text that does not fit, and the type that is needed.
fn literal(fact: &Fact) -> Option<(&str, &str)> {
    match fact {
        Fact::TypeMismatch {
            expected: Some(expected),
            found: Some(found),
            ..
        } => Some((found.strip_prefix('"')?.strip_suffix('"')?, expected)),
        _ => None,
    }
}

fn offers(site: &Site<'_>) -> Result<Vec<Offer>, FixError> {
    let Some((literal, wanted)) = literal(site.fact) else {
        return Ok(Vec::new());
    };
    let union = match wanted.contains('"') {
        true => wanted.to_owned(),
        false => site.alias(wanted).unwrap_or_default(),
    };
    let allowed: Vec<&str> = MEMBER
        .captures_iter(&union)
        .filter_map(|found| found.name("text").or(found.name("other")))
        .map(|found| found.as_str())
        .collect();
    let Some(start) = place(site, literal) else {
        return Ok(Vec::new());
    };
    let near = closest(literal, allowed).into_iter().take(2);
    let offers = near.map(|(text, score)| {
        let edit = site.replace(start..start + literal.len(), text)?;
        let title = format!("write \"{text}\" in place of \"{literal}\"");
        Ok(fitting(
            title,
            format!("'{wanted}' allows it"),
            similarity::listed() * score,
            vec![edit],
        ))
    });
    offers.collect()
}

/// The position of the literal, from the place of the message on: for a property, that of its name.
fn place(site: &Site<'_>, literal: &str) -> Option<usize> {
    let rest = &site.text()[site.at.start..];
    let line = rest.lines().next().unwrap_or_default();
    let quotes = ['"', '\'', '`'];
    let quoted = quotes.map(|quote| line.find(&format!("{quote}{literal}{quote}")));
    let first = quoted.into_iter().flatten().min()?;
    Some(site.at.start + first + 1)
}

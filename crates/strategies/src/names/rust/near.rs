//! A name similar to an existing one, compared by words where rustc compares letters.

use std::collections::BTreeSet;

use unbreak_core::{Fact, NameUse, OwnerKind, StrategyError};

use super::{Found, Rule};
use crate::closeness::{closest, is_slip};
use crate::elsewhere::Subject;
use crate::keywords;
use crate::names::text;
use crate::proposal::{Offer, guess, safe, spelled};
use crate::weights::similarity;

pub(super) static RULE: Rule = Rule {
    subject: Subject::Name,
    action: "correct the name",
    answers: |fact| name_of(fact).is_some(),
    offers,
};

fn offers(found: &Found<'_>) -> Result<Vec<Offer>, StrategyError> {
    let Some(name) = name_of(found.fact) else {
        return Ok(Vec::new());
    };
    let listed = found.fact.instead();
    if !listed.is_empty() {
        return one_of(found, name, listed);
    }
    let texts = found.case.texts("rs");
    let own: BTreeSet<&str> = match found.fact {
        Fact::UnknownMember {
            used_as: Some(NameUse::Method),
            ..
        } => texts.iter().flat_map(|(_, text)| defined(text, "fn")).collect(),
        _ => text::names(texts.iter().map(|(_, text)| text.as_str()), keywords::RUST),
    };
    let is_type = name.starts_with(char::is_uppercase);
    let own = own
        .into_iter()
        .filter(|other| other.starts_with(char::is_uppercase) == is_type);
    let mut offers = Vec::new();
    for (near, score) in closest(name, own).into_iter().take(3) {
        let renamed = found.case.renamed(name, near, score, "")?;
        let reason =
            "no such name is in scope, and the other one has the same words or nearly the same letters";
        let make = if score >= similarity::sure() { safe } else { guess };
        offers.extend(renamed.map(|it| make(it.title, reason, similarity::unlisted() * score, it.edits)));
    }
    Ok(offers)
}

/// The nearest of the fields that rustc lists, or one that contains the name as a word.
fn one_of(found: &Found<'_>, name: &str, listed: &[String]) -> Result<Vec<Offer>, StrategyError> {
    let holding = listed.iter().filter(|field| {
        field.split('_').any(|word| word == name) || name.split('_').any(|word| word == field.as_str())
    });
    let near = closest(name, listed.iter().map(String::as_str));
    let near = near
        .into_iter()
        .chain(holding.map(|field| (field.as_str(), similarity::contained())));
    let mut offers: Vec<Offer> = Vec::new();
    for (field, score) in near {
        let renamed = found.case.renamed(name, field, score, "")?;
        let reason = "rustc lists it among the fields that there are";
        let fits = is_slip(name, field);
        offers.extend(
            renamed.map(|it| spelled(it.title, reason, similarity::listed() * score, it.edits, fits)),
        );
    }
    Ok(offers)
}

/// The name that is not there, or is something else.
fn name_of(fact: &Fact) -> Option<&str> {
    match fact {
        Fact::UnknownMember {
            owner_kind: OwnerKind::Interface,
            ..
        } => None,
        Fact::UndefinedName { name, .. }
        | Fact::UnknownMember { name, .. }
        | Fact::WrongKindOfName { name, .. } => Some(name),
        _ => None,
    }
}

/// The names behind a keyword.
fn defined<'t>(text: &'t str, keyword: &str) -> Vec<&'t str> {
    let words: Vec<&str> = text::words_in(text).map(|word| &text[word]).collect();
    words
        .windows(2)
        .filter(|pair| pair[0] == keyword)
        .map(|pair| pair[1])
        .collect()
}

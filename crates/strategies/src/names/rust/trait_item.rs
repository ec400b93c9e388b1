//! An item of an `impl` that its trait does not have, where another item of the trait is missing.

use unbreak_core::{Diagnostic, Edit, Fact, OwnerKind, StrategyError};

use super::{Found, Rule};
use crate::elsewhere::Subject;
use crate::names::text;
use crate::proposal::{Offer, safe};
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    subject: Subject::Name,
    action: "call the item as the trait does",
    answers: |fact| stranger(fact).or(missing(fact)).is_some(),
    offers,
};

/// The item that an implementation has and its trait does not.
fn stranger(fact: &Fact) -> Option<&str> {
    match fact {
        Fact::UnknownMember {
            name,
            owner_kind: OwnerKind::Interface,
            ..
        } => Some(name),
        _ => None,
    }
}

/// The one item of a trait that a type does not give.
fn missing(fact: &Fact) -> Option<&str> {
    match fact {
        Fact::MissingImplementation { names, .. } if names.len() == 1 => names.first().map(String::as_str),
        _ => None,
    }
}

fn offers(found: &Found<'_>) -> Result<Vec<Offer>, StrategyError> {
    let here = |other: &&Diagnostic| other.file() == found.diagnostic.file();
    let others: Vec<&Diagnostic> = found.case.context.diagnostics.iter().filter(here).collect();
    let facts = || {
        others
            .iter()
            .filter_map(|other| Some((*other, other.fact.as_ref()?)))
    };
    let strangers: Vec<(&Diagnostic, &str)> = facts()
        .filter_map(|(other, fact)| Some((other, stranger(fact)?)))
        .collect();
    let missing: Vec<&str> = facts().filter_map(|(_, fact)| missing(fact)).collect();
    // With more than one of either, nothing shows which belong together.
    let ([(stranger, name)], [wanted]) = (strangers.as_slice(), missing.as_slice()) else {
        return Ok(Vec::new());
    };
    let text = found.case.text;
    let at = stranger.location.line.and_then(|line| {
        let lines = crate::lines::Lines::of(text);
        let range = lines.range(text, line)?;
        let mut words = text::words_in(&text[range.clone()]);
        let word = words.find(|word| text[range.clone()][word.clone()] == **name)?;
        Some(range.start + word.start..range.start + word.end)
    });
    let Some(range) = at else {
        return Ok(Vec::new());
    };
    let edit = Edit::replace(found.case.file, text, range, *wanted)?;
    let reason = format!("the trait has no '{name}', and its '{wanted}' is not implemented");
    Ok(vec![safe(
        format!("write '{wanted}' for '{name}'"),
        reason,
        confidence::resolved(),
        vec![edit],
    )])
}

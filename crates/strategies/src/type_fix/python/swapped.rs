//! Two arguments in each other's place.

use ruff_text_size::Ranged;
use unbreak_core::{Diagnostic, Fact, FixError};

use super::Rule;
use super::place::Place;
use crate::proposal::{Offer, safe};
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    action: "swap the arguments",
    answers: |fact| Misfit::of(fact).is_some(),
    offers,
};

/// A mismatch of an argument: its number, its type, and the expected type.
struct Misfit<'a> {
    number: usize,
    found: &'a str,
    expected: &'a str,
}

impl<'a> Misfit<'a> {
    fn of(fact: &'a Fact) -> Option<Self> {
        match fact {
            Fact::TypeMismatch {
                expected: Some(expected),
                found: Some(found),
                argument: Some(argument),
                ..
            } => Some(Self {
                number: usize::try_from(*argument).ok()?,
                found,
                expected,
            }),
            _ => None,
        }
    }

    fn mirrors(&self, other: &Misfit<'_>) -> bool {
        self.number != other.number && self.found == other.expected && self.expected == other.found
    }
}

/// mypy reports both arguments, each with the type that the other should have.
fn offers(place: &Place<'_>) -> Result<Vec<Offer>, FixError> {
    let Some(own) = Misfit::of(place.fact) else {
        return Ok(Vec::new());
    };
    let is_beside = |other: &&Diagnostic| {
        other.file() == place.diagnostic.file() && other.location.line == place.diagnostic.location.line
    };
    let others = place.diagnostics.iter().filter(is_beside);
    let mirrored: Vec<Misfit<'_>> = others
        .filter_map(|other| Misfit::of(other.fact.as_ref()?))
        .filter(|other| own.mirrors(other))
        .collect();
    let calls = place.calls(place.callee());
    let ([other], [call]) = (mirrored.as_slice(), calls.as_slice()) else {
        return Ok(Vec::new());
    };
    let argument = |number: usize| call.arguments.args.get(number.checked_sub(1)?);
    let (Some(a), Some(b)) = (argument(own.number), argument(other.number)) else {
        return Ok(Vec::new());
    };
    let edits = vec![
        place.replace(a.range(), place.slice(b))?,
        place.replace(b.range(), place.slice(a))?,
    ];
    let title = format!("swap '{}' and '{}'", place.slice(a), place.slice(b));
    Ok(vec![safe(
        title,
        "each is of the type that the other should have",
        confidence::only(),
        edits,
    )])
}

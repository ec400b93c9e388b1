//! A key or value that a tool does not know, where its message lists those that it knows.

use std::sync::LazyLock;

use regex::Regex;
use unbreak_core::pattern::pattern;
use unbreak_core::{Evidence, SafetyClass};

use super::{Case, Offer, Rewrite};
use crate::closeness::closest;
use crate::code_words::words;
use crate::weights::{confidence, similarity};

/// The words of serde, which tools in Rust read their files with, and of others that list what they take.
static UNKNOWN: LazyLock<Regex> = LazyLock::new(|| {
    pattern(
        r"(?i:unknown|unrecognized|invalid|unexpected) (?i:field|variant|key|option|property|value)[ :]+[`'\x22](?<word>[^`'\x22]+)[`'\x22],? \(?(?i:expected|must be|allowed|valid|choose from|possible)[^`'\x22]{0,30}(?<known>[`'\x22][^\n]+)",
    )
});

/// The unknown word and the known ones.
pub(super) fn listed(text: &str) -> Option<(&str, Vec<&str>)> {
    let found = UNKNOWN.captures(text)?;
    let known = found.name("known")?.as_str();
    let listed = known.split(['`', '\'', '"']).skip(1).step_by(2).collect();
    Some((found.name("word")?.as_str(), listed))
}

/// The mentioned file with the only known word that is spelled much like the unknown one.
pub(super) fn offers(case: &Case<'_>) -> Vec<Offer> {
    let said = listed(&case.diagnostic.message).or_else(|| listed(case.context.output));
    let Some((word, known)) = said else {
        return Vec::new();
    };
    let near = closest(word, known.iter().copied());
    let best = near
        .first()
        .filter(|(right, _)| crate::closeness::is_slip(word, right));
    let Some((right, score)) = best else {
        return Vec::new();
    };
    let is_only = near
        .get(1)
        .is_none_or(|(_, next)| score - next > similarity::ahead());
    let suspects = case.suspects(|file| file.extension() != "lock").into_iter();
    let mut holding = suspects.filter_map(|(file, text)| {
        let mut places = words(&text, word);
        let (Some(at), None) = (places.next(), places.next()) else {
            return None;
        };
        drop(places);
        Some((file, text, at))
    });
    let (Some((file, before, at)), None) = (holding.next(), holding.next()) else {
        return Vec::new();
    };
    vec![Offer {
        title: format!("write '{right}' for '{word}' in {file}"),
        reason: format!("the tool does not know '{word}', and '{right}' is among those that it lists"),
        confidence: confidence::resolved(),
        evidence: Evidence::spelling(is_only, is_only),
        safety: SafetyClass::Safe,
        rewrites: vec![Rewrite {
            after: format!("{}{right}{}", &before[..at], &before[at + word.len()..]),
            before,
            file,
        }],
    }]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_known_words_are_read() {
        let text = "unknown variant `2012`, expected one of `2015`, `2018`, `2021`";
        assert_eq!(listed(text), Some(("2012", vec!["2015", "2018", "2021"])));
        let text = "unknown field `nmae`, expected `name` or `version`";
        assert_eq!(listed(text), Some(("nmae", vec!["name", "version"])));
        assert_eq!(listed("unknown field `nmae`"), None);
    }
}

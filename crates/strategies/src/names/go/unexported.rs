//! A name of another package of the project that is there, but in lower case: it is not exported.

use unbreak_core::{DeterminedBy, Edit, StrategyError};

use super::super::Case;
use super::is_of_package;
use crate::code_words::GO;
use crate::declared::defined;
use crate::offer::Offer;
use crate::weights::confidence;

/// Exports the definition, with every use of it in its package.
pub(super) fn exported(case: &Case<'_>, path: &str, name: &str) -> Result<Option<Offer>, StrategyError> {
    let mut letters = name.chars();
    let Some(first) = letters.next().filter(|first| first.is_uppercase()) else {
        return Ok(None);
    };
    let hidden: String = first.to_lowercase().chain(letters).collect();
    let texts = case.texts("go");
    let home: Vec<_> = texts
        .iter()
        .filter(|(file, _)| is_of_package(file, path))
        .collect();
    let defines = |text: &str, name: &str| text.lines().filter(|line| defined(line) == Some(name)).count();
    let count: usize = home.iter().map(|(_, text)| defines(text, &hidden)).sum();
    if count != 1 || home.iter().any(|(_, text)| defines(text, name) > 0) {
        return Ok(None);
    }
    let mut edits = Vec::new();
    for (file, text) in home {
        for place in GO.places_of(text, &hidden) {
            let is_member = text[..place.start].trim_end().ends_with('.');
            let after = text[place.end..].trim_start();
            // A variable or a key of the name is something else.
            if after.starts_with(":=") || after.starts_with(',') || after.starts_with(':') {
                return Ok(None);
            }
            if !is_member {
                edits.push(Edit::replace(file, text, place, name)?);
            }
        }
    }
    Ok(Some(Offer {
        rule: crate::rule::go::unknown_member::EXPORT,
        title: format!("export '{hidden}' as '{name}'"),
        reason: format!("the package defines '{hidden}', and only names with a capital can be used outside"),
        confidence: confidence::only(),
        evidence: DeterminedBy::Resolution.into(),
        edits,
    }))
}

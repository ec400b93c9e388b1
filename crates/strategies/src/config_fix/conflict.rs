//! Markers of an unfinished merge: each side is offered.

use unbreak_core::merge::{Side, resolved};
use unbreak_core::{DeterminedBy, RelPath, SafetyClass};

use super::{Case, MOST_FILES, Offer, Rewrite};
use crate::weights::confidence;

/// Each side, taken in every file that has markers. Only people know which one was meant, so both ask,
/// and where nothing but a reader tests them, both are guesses.
pub(super) fn offers(case: &Case<'_>) -> Vec<Offer> {
    let files = case.context.workspace.files();
    let read = |file: &RelPath| Some((file.clone(), case.read(file)?));
    let torn = files.iter().take(MOST_FILES).filter_map(read);
    let torn: Vec<_> = torn
        .filter(|(_, text)| resolved(text, Side::First).is_some())
        .collect();
    if torn.is_empty() {
        return Vec::new();
    }
    [
        (Side::First, "first", confidence::possible()),
        (Side::Second, "second", confidence::open()),
    ]
    .into_iter()
    .map(|(side, name, confidence)| {
        let rewrites = torn.iter().filter_map(|(file, before)| {
            Some(Rewrite {
                file: file.clone(),
                before: before.clone(),
                after: resolved(before, side)?,
            })
        });
        let rewrites: Vec<Rewrite> = rewrites.collect();
        Offer {
            title: format!("take the {name} side of the merge in {}", list(&rewrites)),
            reason: "merge markers are not code; only the author knows which side was intended".to_owned(),
            confidence,
            evidence: DeterminedBy::Fitting.into(),
            safety: SafetyClass::Unsafe,
            rewrites,
        }
    })
    .collect()
}

fn list(rewrites: &[Rewrite]) -> String {
    let names: Vec<&str> = rewrites.iter().map(|rewrite| rewrite.file.as_str()).collect();
    names.join(", ")
}

//! Markers of an unfinished merge: each side is offered.

use unbreak_core::merge::{Side, resolved};
use unbreak_core::{DeterminedBy, Evidence, RelPath, SafetyClass};

use super::{Case, MOST_FILES, Offer, Rewrite};
use crate::search_evidence::is_marker;
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

/// The only marker of a file, where the failure is reported: a merge that was resolved by hand left it behind.
pub(super) fn leftover(case: &Case<'_>) -> Vec<Offer> {
    let place = case.named().zip(case.diagnostic.location.line);
    let read = place.and_then(|(file, line)| Some((case.read(&file)?, file, usize::try_from(line).ok()?)));
    let Some((before, file, line)) = read else {
        return Vec::new();
    };
    let mut lines = before.split_inclusive('\n').enumerate();
    let mut markers = lines.by_ref().filter(|(_, line)| is_marker(line));
    let (Some((at, _)), None) = (markers.next(), markers.next()) else {
        return Vec::new();
    };
    if at + 1 != line {
        return Vec::new();
    }
    let kept = before
        .split_inclusive('\n')
        .enumerate()
        .filter(|(number, _)| *number != at);
    let after = kept.map(|(_, line)| line).collect();
    let mut evidence: Evidence = DeterminedBy::Convention.into();
    // Lines of the other side may have been left with it.
    evidence.may_change_meaning = true;
    vec![Offer {
        title: format!("remove the marker that a merge left in {file}"),
        reason: "the marker of a merge is not code, and it is the only one in the file".to_owned(),
        confidence: confidence::stated(),
        evidence,
        safety: SafetyClass::Unsafe,
        rewrites: vec![Rewrite { file, before, after }],
    }]
}

fn list(rewrites: &[Rewrite]) -> String {
    let names: Vec<&str> = rewrites.iter().map(|rewrite| rewrite.file.as_str()).collect();
    names.join(", ")
}

//! Markers of an unfinished merge: each side is offered.

use unbreak_core::merge::{Side, resolved, united};
use unbreak_core::{DeterminedBy, Evidence, RelPath, SafetyClass};

use super::{Case, MOST_FILES, Offer, Rewrite};
use crate::search_evidence::is_marker;
use crate::weights::confidence;

/// Each side, taken in every file that has markers. Only people know which one was meant, so both ask,
/// and where nothing but a reader tests them, both are guesses. Where the sides are about two things everywhere, both of
/// them come first: a test may need both.
pub(super) fn offers(case: &Case<'_>) -> Vec<Offer> {
    let files = case.context.workspace.files();
    let read = |file: &RelPath| Some((file.clone(), case.read(file)?));
    // Merge tools leave the state before the merge beside a file; no program reads it.
    let is_copy = |file: &&RelPath| matches!(file.extension(), "orig" | "rej" | "bak");
    let torn = files
        .iter()
        .filter(|file| !is_copy(file))
        .take(MOST_FILES)
        .filter_map(read);
    let torn: Vec<_> = torn
        .filter(|(_, text)| resolved(text, Side::First).is_some())
        .collect();
    if torn.is_empty() {
        return Vec::new();
    }
    let offer = |what: &str, confidence: f64, safety: SafetyClass, taken: &dyn Fn(&str) -> Option<String>| {
        let rewrites = torn.iter().map(|(file, before)| {
            Some(Rewrite {
                file: file.clone(),
                before: before.clone(),
                after: taken(before)?,
            })
        });
        let rewrites: Option<Vec<Rewrite>> = rewrites.collect();
        rewrites.map(|rewrites| Offer {
            title: format!("take {what} of the merge in {}", list(&rewrites)),
            reason: "merge markers are not code; only the author knows which side was intended".to_owned(),
            confidence,
            evidence: DeterminedBy::Fitting.into(),
            safety,
            rewrites,
        })
    };
    let sides = [
        offer("both sides", confidence::likely(), SafetyClass::Safe, &united),
        offer(
            "the first side",
            confidence::possible(),
            SafetyClass::Unsafe,
            &|text| resolved(text, Side::First),
        ),
        offer(
            "the second side",
            confidence::open(),
            SafetyClass::Unsafe,
            &|text| resolved(text, Side::Second),
        ),
    ];
    sides.into_iter().flatten().collect()
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

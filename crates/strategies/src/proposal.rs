//! Proposals of a class of their own, and their order.

use unbreak_core::{Confidence, DeterminedBy, Edit, Fix, SafetyClass};

pub(crate) use crate::tool_offer::{Offer, by};

/// The greatest number of proposals for one analysis; the host tries no more.
const MOST: usize = 3;

/// A repair of code that cannot have worked, with only one reading.
pub(crate) fn safe(
    title: impl Into<String>,
    reason: impl Into<String>,
    confidence: f64,
    edits: Vec<Edit>,
) -> Offer {
    Offer {
        rules: Vec::new(),
        title: title.into(),
        reason: reason.into(),
        safety: SafetyClass::Safe,
        confidence,
        evidence: DeterminedBy::Resolution.into(),
        edits,
    }
}

/// A repair that changes the program's meaning, or is one reading of several.
pub(crate) fn guess(
    title: impl Into<String>,
    reason: impl Into<String>,
    confidence: f64,
    edits: Vec<Edit>,
) -> Offer {
    Offer {
        safety: SafetyClass::Unsafe,
        evidence: DeterminedBy::Search.into(),
        ..safe(title, reason, confidence, edits)
    }
}

/// One of several changes after which types, arguments or values fit: it converts, drops or makes up a value.
pub(crate) fn fitting(
    title: impl Into<String>,
    reason: impl Into<String>,
    confidence: f64,
    edits: Vec<Edit>,
) -> Offer {
    Offer {
        evidence: DeterminedBy::Fitting.into(),
        ..guess(title, reason, confidence, edits)
    }
}

/// The same as [`safe`], for a name that is spelled like the missing one; `fits` when it is a slip of the
/// keyboard and every use of it was checked.
#[cfg(feature = "languages")]
pub(crate) fn spelled(
    title: impl Into<String>,
    reason: impl Into<String>,
    confidence: f64,
    edits: Vec<Edit>,
    fits: bool,
) -> Offer {
    Offer {
        evidence: unbreak_core::Evidence::spelling(true, fits),
        ..safe(title, reason, confidence, edits)
    }
}

/// Turns the offers into fixes, safe ones first, each change once. Where two safe ones contradict,
/// neither is safe.
pub(crate) fn rank(strategy: &str, offers: Vec<Offer>) -> Vec<Fix> {
    let mut distinct: Vec<Offer> = Vec::new();
    for offer in offers {
        if !distinct.iter().any(|known| known.edits == offer.edits) {
            distinct.push(offer);
        }
    }
    let is_safe = |offer: &Offer| offer.safety == SafetyClass::Safe;
    if distinct.iter().filter(|offer| is_safe(offer)).count() > 1 {
        for offer in &mut distinct {
            offer.safety = SafetyClass::Unsafe;
            offer.evidence.is_only_candidate = false;
        }
    }
    distinct.sort_by(|a, b| {
        let by_confidence = b.confidence.total_cmp(&a.confidence);
        a.safety
            .cmp(&b.safety)
            .then(by_confidence)
            .then_with(|| a.title.cmp(&b.title))
    });
    distinct.truncate(MOST);
    let fixes = distinct.into_iter().map(|offer| {
        Fix::new(strategy, offer.title, Confidence::new(offer.confidence))
            .by_all(offer.rules)
            .because(offer.reason)
            .safety(offer.safety)
            .evidence(offer.evidence)
            .edits(offer.edits)
    });
    fixes.collect()
}

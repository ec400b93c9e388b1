//! Proposals of a class of their own, and their order.

use unbreak_core::{Confidence, Edit, Fix, SafetyClass};

pub(crate) use crate::tool_offer::Offer;

/// At most so many proposals for one analysis; the host tries no more.
const MOST: usize = 3;

/// What cannot have worked, and has one reading.
pub(crate) fn safe(
    title: impl Into<String>,
    reason: impl Into<String>,
    confidence: f64,
    edits: Vec<Edit>,
) -> Offer {
    Offer {
        title: title.into(),
        reason: reason.into(),
        safety: SafetyClass::Safe,
        confidence,
        edits,
    }
}

/// What changes what the program means, or is one reading of several.
pub(crate) fn guess(
    title: impl Into<String>,
    reason: impl Into<String>,
    confidence: f64,
    edits: Vec<Edit>,
) -> Offer {
    Offer {
        safety: SafetyClass::Unsafe,
        ..safe(title, reason, confidence, edits)
    }
}

/// The offers as fixes, safe ones first, each change once. Where two that are safe say different
/// things, neither is.
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
            .because(offer.reason)
            .safety(offer.safety)
            .edits(offer.edits)
    });
    fixes.collect()
}

//! Candidate repairs, and how they are ranked.

use unbreak_core::{Confidence, Edit, Fix};

/// At most so many proposals for one analysis; the host tries no more.
const MOST: usize = 3;

/// Two offers this close are told apart by little more than chance.
const CLOSE_CALL: f64 = 0.05;

/// A repair that may be what was meant.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Offer {
    pub(crate) title: String,
    pub(crate) reason: String,
    pub(crate) confidence: f64,
    pub(crate) edits: Vec<Edit>,
}

/// The offers as fixes, the best first; each change once. Where two are nearly as good, neither is
/// as sure as it would be alone.
pub(crate) fn rank(strategy: &str, mut offers: Vec<Offer>) -> Vec<Fix> {
    offers.sort_by(|a, b| {
        let by_confidence = b.confidence.total_cmp(&a.confidence);
        by_confidence.then_with(|| a.title.cmp(&b.title))
    });
    let mut distinct: Vec<Offer> = Vec::new();
    for offer in offers {
        if !distinct.iter().any(|known| known.edits == offer.edits) {
            distinct.push(offer);
        }
    }
    let is_close_call = match distinct.as_slice() {
        [best, second, ..] => best.confidence - second.confidence < CLOSE_CALL,
        _ => false,
    };
    let damping = if is_close_call { 0.9 } else { 1.0 };
    distinct.truncate(MOST);
    let fixes = distinct.into_iter().map(|offer| {
        Fix::new(strategy, offer.title, Confidence::new(offer.confidence * damping))
            .because(offer.reason)
            .edits(offer.edits)
    });
    fixes.collect()
}

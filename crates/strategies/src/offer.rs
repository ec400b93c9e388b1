//! Candidate repairs, and how they are ranked.

use unbreak_core::{Confidence, DeterminedBy, Edit, Evidence, Fix, RuleId};

use crate::weights::ranking;

/// The greatest number of proposals for one analysis; the host tries no more.
const MOST: usize = 3;

/// A repair that may be what was meant.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Offer {
    pub(crate) rule: RuleId,
    pub(crate) title: String,
    pub(crate) reason: String,
    pub(crate) confidence: f64,
    pub(crate) evidence: Evidence,
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
        [best, second, ..] => best.confidence - second.confidence < ranking::close_call(),
        _ => false,
    };
    let damping = if is_close_call { ranking::damping() } else { 1.0 };
    weigh_rivals(&mut distinct);
    distinct.truncate(MOST);
    let fixes = distinct.into_iter().map(|offer| {
        Fix::new(strategy, offer.title, Confidence::new(offer.confidence * damping))
            .by(offer.rule)
            .because(offer.reason)
            .evidence(offer.evidence)
            .edits(offer.edits)
    });
    fixes.collect()
}

/// Notes of each offer whether another one is as plausible. What several candidates resolve equally well
/// is not determined by resolution.
fn weigh_rivals(offers: &mut [Offer]) {
    let known: Vec<(f64, DeterminedBy)> = offers
        .iter()
        .map(|offer| (offer.confidence, offer.evidence.determined_by))
        .collect();
    for (index, offer) in offers.iter_mut().enumerate() {
        let others = known.iter().enumerate().filter(|(other, _)| *other != index);
        let rivals: Vec<DeterminedBy> = others
            .filter(|(_, (other, _))| offer.confidence - other < ranking::rival())
            .map(|(_, (_, origin))| *origin)
            .collect();
        offer.evidence.is_only_candidate = rivals.is_empty();
        let resolves = offer.evidence.determined_by == DeterminedBy::Resolution;
        if resolves && rivals.contains(&DeterminedBy::Resolution) {
            offer.evidence.determined_by = DeterminedBy::Fitting;
        }
    }
}

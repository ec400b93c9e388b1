//! Measured success rates of the search by its confidence.
//!
//! Points only compare repairs with each other. The resulting confidence is too low where one
//! repair leads, and too high where two are equally good. The curve was fitted on 3,900 programs of
//! the standard library and of installed packages, each with one fault inserted (brackets, quotes,
//! colons, indentation, keywords, operators, tokens).

use super::rank::{LEAST, Ranked};

/// Confidences from points, and how often the first proposal was right at each.
const CURVE: &[(f64, f64)] = &[
    (0.0, 0.0),
    (0.03, 0.12),
    (0.1, 0.35),
    (0.2, 0.45),
    (0.3, 0.50),
    (0.4, 0.65),
    (0.5, 0.78),
    (0.6, 0.85),
    (0.75, 0.91),
    (0.85, 0.95),
    (0.95, 0.985),
    (1.0, 0.99),
];

/// A second proposal this near to the first is as good.
const AS_GOOD: f64 = 0.95;

/// The highest rate at which the first of two equally good proposals was right.
const TIED: f64 = 0.45;

/// The proposals with the measured confidence, without those that are hardly ever right.
pub(super) fn calibrated(mut ranked: Vec<Ranked<'_>>) -> Vec<Ranked<'_>> {
    let Some(&Ranked {
        confidence: first, ..
    }) = ranked.first()
    else {
        return ranked;
    };
    let second = ranked.get(1).map_or(0.0, |second| second.confidence);
    let is_tied = second >= AS_GOOD * first;
    let measured = measured(first).min(if is_tied { TIED } else { 1.0 });
    // The others share the rest in the same proportions.
    let left = (1.0 - measured) / (1.0 - first).max(f64::EPSILON);
    for (rank, proposal) in ranked.iter_mut().enumerate() {
        proposal.confidence = match rank {
            0 => measured,
            _ => (proposal.confidence * left).min(measured),
        };
    }
    ranked.retain(|proposal| proposal.confidence >= LEAST);
    ranked
}

fn measured(said: f64) -> f64 {
    let piece = CURVE.windows(2).find(|piece| said <= piece[1].0);
    piece.map_or(said, |piece| {
        let ((from, low), (to, high)) = (piece[0], piece[1]);
        low + (said - from) / (to - from) * (high - low)
    })
}

//! Measured success rates of the search by its confidence.
//!
//! Points only compare repairs with each other. The resulting confidence is too low where one
//! repair leads, and too high where two are equally good. The curve is measured.

use super::rank::Ranked;
use crate::weights::points;

/// The proposals with the measured confidence, without those that are hardly ever right.
pub(super) fn calibrated(mut ranked: Vec<Ranked<'_>>) -> Vec<Ranked<'_>> {
    let Some(&Ranked {
        confidence: first, ..
    }) = ranked.first()
    else {
        return ranked;
    };
    let second = ranked.get(1).map_or(0.0, |second| second.confidence);
    let is_tied = second >= points::as_good() * first;
    let measured = measured(first).min(if is_tied { points::tied() } else { 1.0 });
    // The others share the rest in the same proportions.
    let left = (1.0 - measured) / (1.0 - first).max(f64::EPSILON);
    for (rank, proposal) in ranked.iter_mut().enumerate() {
        proposal.confidence = match rank {
            0 => measured,
            _ => (proposal.confidence * left).min(measured),
        };
    }
    ranked.retain(|proposal| proposal.confidence >= points::least());
    ranked
}

fn measured(said: f64) -> f64 {
    let piece = points::curve().windows(2).find(|piece| said <= piece[1].0);
    piece.map_or(said, |piece| {
        let ((from, low), (to, high)) = (piece[0], piece[1]);
        low + (said - from) / (to - from) * (high - low)
    })
}

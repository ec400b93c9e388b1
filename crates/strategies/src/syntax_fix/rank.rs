//! Reduces the repairs that were found to a few proposals with honest confidences.
//!
//! A repair's points are the logarithm of its odds: two points more make it half as likely. Repairs
//! with the same meaning share their odds.

use std::collections::HashMap;

use super::search::{Repair, usual_oddity};
use crate::mend::{Cost, odds};
use crate::weights::points;

/// Proposals at most.
const PROPOSALS: usize = 3;

/// A repair with the likelihood that it is the intended one.
#[derive(Debug)]
pub(super) struct Ranked<'r> {
    /// The repair.
    pub repair: &'r Repair,
    /// In 0..1.
    pub confidence: f64,
}

/// The best repairs, each of another meaning, the likeliest first.
pub(super) fn rank(repairs: &[Repair]) -> Vec<Ranked<'_>> {
    let usual = usual_oddity(repairs);
    let mut ranked: Vec<(Cost, &Repair)> = by_meaning(repairs)
        .into_iter()
        .map(|repair| (repair.points().saturating_sub(usual), repair))
        .collect();
    ranked.sort_by_key(|&(points, repair)| (points, changed(repair)));
    let likely: Vec<f64> = ranked
        .iter()
        .map(|&(points, _)| odds(f64::from(points)))
        .collect();
    let all: f64 = likely.iter().sum::<f64>() + odds(points::unknown());
    let ranked = ranked.into_iter().zip(likely).take(PROPOSALS);
    ranked
        .map(|((_, repair), likely)| Ranked {
            repair,
            confidence: likely / all,
        })
        .collect()
}

/// The repairs that are likely enough.
pub(super) fn likely(mut ranked: Vec<Ranked<'_>>) -> Vec<Ranked<'_>> {
    ranked.retain(|proposal| proposal.confidence >= points::least());
    ranked
}

/// The cheapest repair of each meaning, in the order of discovery.
fn by_meaning(repairs: &[Repair]) -> Vec<&Repair> {
    let mut index: HashMap<u64, usize> = HashMap::new();
    let mut best: Vec<&Repair> = Vec::new();
    for repair in repairs {
        let at = *index.entry(repair.meaning.identity).or_insert_with(|| {
            best.push(repair);
            best.len() - 1
        });
        if repair.cost < best[at].cost {
            best[at] = repair;
        }
    }
    best
}

/// The number of changes in a repair, to break ties.
fn changed(repair: &Repair) -> usize {
    repair.steps.len()
}

//! What a small commit changed goes back, one place after the other, or all of it.
//!
//! A failed assertion says nothing of its cause: the last commit is suspected, as `git bisect` would name it. One that
//! touched tests, or added or removed files, meant what it did. Whatever is taken back here may have been meant, too: so
//! someone has to confirm it.

use unbreak_core::{ErrorType, StrategyError};

use super::lost::{is_code, is_other_order};
use super::patch::{Hunk, Patch};
use super::{Case, Offer};
use crate::weights::{confidence, ranking};

/// Larger commits are work, not slips.
const MOST_PLACES: usize = 6;
const MOST_LINES: usize = 6;

/// The number of places that are tried alone before all are.
const ALONE: usize = 2;

pub(super) fn offers(case: &Case<'_>, patch: &Patch) -> Result<Vec<Offer>, StrategyError> {
    let hunks = &patch.hunks;
    let is_slight = |hunk: &Hunk| {
        let is_small = hunk.old.len().max(hunk.new.len()) <= MOST_LINES;
        is_small && is_code(&hunk.file) && !is_other_order(hunk)
    };
    let is_slip = patch.whole.is_empty() && hunks.len() <= MOST_PLACES && hunks.iter().all(is_slight);
    let is_told = case.missing.is_some() || case.diagnostic.error_type != ErrorType::Assertion;
    if !is_slip || is_told || !case.uncommitted.hunks.is_empty() {
        return Ok(Vec::new());
    }
    let mut ordered: Vec<&Hunk> = hunks.iter().filter(|hunk| !hunk.old.is_empty()).collect();
    ordered.sort_by_key(|hunk| (!case.has_place_in(&hunk.file), hunk.size()));
    let mut offers = Vec::new();
    for hunk in ordered.into_iter().take(ALONE) {
        let title = format!("restore {} near line {} as {}", hunk.file, hunk.at, patch.when());
        offers.extend(offer(case, title, &[hunk])?);
    }
    if hunks.len() > 1 {
        let title = format!("take back all {} places of the last commit", hunks.len());
        offers.extend(offer(case, title, &hunks.iter().collect::<Vec<_>>())?);
    }
    for (rank, offer) in (0_u32..).zip(&mut offers) {
        offer.confidence -= ranking::next() * f64::from(rank);
    }
    Ok(offers)
}

fn offer(case: &Case<'_>, title: String, hunks: &[&Hunk]) -> Result<Option<Offer>, StrategyError> {
    let mut edits = Vec::new();
    for hunk in hunks {
        edits.extend(hunk.restored(case.context.workspace)?);
    }
    Ok((edits.len() == hunks.len()).then(|| Offer {
        title,
        reason: "the last commit is small and touched no test".to_owned(),
        confidence: confidence::open(),
        is_safe: false,
        is_determined: true,
        edits,
    }))
}

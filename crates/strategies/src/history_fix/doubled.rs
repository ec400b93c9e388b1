//! A line that the last change wrote twice goes again.
//!
//! A value that is given twice where the program fails at it, or a line with which the file cannot be read, was not meant.
//! Whatever else stands there twice may have been, as two calls that skip two lines: someone has to confirm it.

use unbreak_core::{Edit, ErrorType, StrategyError};

use super::lost::is_code;
use super::patch::{Hunk, Patch};
use super::{Case, Offer};
use crate::declared::defined;
use crate::lines::Lines;
use crate::weights::confidence;

/// A failure shows on one of the two lines.
const NEAR: u32 = 1;

/// The lines that the failure points at.
pub(super) fn offers(case: &Case<'_>, patch: &Patch) -> Result<Vec<Offer>, StrategyError> {
    removed(case, patch, |hunk| case.points_at(hunk, NEAR))
}

/// The other lines.
pub(super) fn elsewhere(case: &Case<'_>, patch: &Patch) -> Result<Vec<Offer>, StrategyError> {
    removed(case, patch, |hunk| !case.points_at(hunk, NEAR))
}

fn removed(
    case: &Case<'_>,
    patch: &Patch,
    is_wanted: impl Fn(&Hunk) -> bool,
) -> Result<Vec<Offer>, StrategyError> {
    let mut offers = Vec::new();
    for hunk in &patch.hunks {
        let ([], [line]) = (hunk.old.as_slice(), hunk.new.as_slice()) else {
            continue;
        };
        if line.trim().is_empty() || !is_code(&hunk.file) || !is_wanted(hunk) {
            continue;
        }
        let Some(edit) = without(case, hunk)? else {
            continue;
        };
        let is_unreadable = case.diagnostic.error_type == ErrorType::Syntax;
        offers.push(Offer {
            title: format!("remove the second '{}' from {}", line.trim(), hunk.file),
            reason: "a change wrote the line twice".to_owned(),
            confidence: confidence::likely(),
            is_safe: case.points_at(hunk, NEAR) && (is_unreadable || defined(line).is_some()),
            is_determined: true,
            edits: vec![edit],
        });
    }
    Ok(offers)
}

/// The edit that removes the line of a hunk if the one before it or behind it is the same.
fn without(case: &Case<'_>, hunk: &Hunk) -> Result<Option<Edit>, StrategyError> {
    let text = case.context.workspace.read_text(&hunk.file)?;
    let lines = Lines::of(&text);
    let line = |number: Option<u32>| Some(&text[lines.range(&text, number?)?]);
    let own = line(Some(hunk.at));
    let others = [line(hunk.at.checked_sub(1)), line(hunk.at.checked_add(1))];
    match own.is_some() && others.contains(&own) {
        true => hunk.restored(case.context.workspace),
        false => Ok(None),
    }
}

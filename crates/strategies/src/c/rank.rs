//! Reduces the repairs that were found to a few proposals with honest confidences.
//!
//! Points are logarithms of odds: two more make a repair half as likely.

use unbreak_core::{Confidence, DeterminedBy, Fix, FixError, RelPath, SafetyClass};

use super::search::Repair;
use crate::mend::{Cost, Step, odds};
use crate::syntax_fix::patch;
use crate::weights::{points, tool};

/// Proposals at most; the host tries no more.
const PROPOSALS: usize = 3;

/// The best repairs as fixes, the likeliest first.
pub(super) fn fixes(
    strategy: &str,
    file: &RelPath,
    text: &str,
    repairs: &[Repair],
) -> Result<Vec<Fix>, FixError> {
    let usual = repairs.iter().map(|repair| repair.oddity).min().unwrap_or(0);
    let mut ranked: Vec<&Repair> = repairs.iter().collect();
    ranked.sort_by_key(|repair| (repair.points(), repair.steps.len()));
    let points = |repair: &Repair| f64::from(repair.points() - usual);
    let all: f64 =
        ranked.iter().map(|repair| odds(points(repair))).sum::<f64>() + odds(points::unknown_in_c());
    let best = ranked.into_iter().take(PROPOSALS);
    best.map(|repair| {
        let likely = if repair.is_whole { 1.0 } else { tool::unfinished() };
        let confidence = Confidence::new(odds(points(repair)) / all * likely);
        let edits = patch::edits(file, text, &repair.text)?;
        let fix = Fix::new(strategy, Step::titles(&repair.steps), confidence)
            .by_all(Step::rules(&repair.steps))
            .evidence(DeterminedBy::Search)
            .because(rationale(repair, usual));
        Ok(fix.of_this_text().edits(edits).safety(safety(repair)))
    })
    .collect()
}

/// A file that does not compile does nothing, so a repair is safe unless it removes or exchanges
/// existing code.
fn safety(repair: &Repair) -> SafetyClass {
    match repair.is_bold {
        true => SafetyClass::Unsafe,
        false => SafetyClass::Safe,
    }
}

fn rationale(repair: &Repair, usual: Cost) -> String {
    let (cost, odd) = (repair.cost, repair.oddity - usual);
    let result = match repair.is_whole {
        true => "the compiler accepts the result",
        false => "the compiler's first error is gone",
    };
    format!("{result} ({cost} points for the change, {odd} for the warnings about it)")
}

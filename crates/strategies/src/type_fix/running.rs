//! JavaScript and TypeScript that run, and go wrong: what the functions that took part leave out.
//!
//! No compiler has looked at the program, and the message speaks of where a value is used. What made the
//! value lies on the [`trail`]. A rule is a file.

mod exchanged;
mod promised;
mod trail;
mod unreturned;

use unbreak_core::{Analysis, Diagnostic, Edit, ErrorType, Fact, FixContext, FixError};

use self::trail::Trail;
use crate::proposal::Offer;

/// Endings of the files that these rules read.
const ENDINGS: &[&str] = &["js", "jsx", "mjs", "cjs", "ts", "tsx", "mts", "cts"];

/// Whether a value is another than the program thinks.
fn is_another_value(fact: &Fact) -> bool {
    matches!(
        fact,
        Fact::UnknownMember { .. }
            | Fact::NotCallable { .. }
            | Fact::NotIterable { .. }
            | Fact::NotAwaited { .. }
            | Fact::MissingValue
    )
}

/// From this confidence on an offer is part of what is tried together.
const LIKELY: f64 = 0.6;
/// So many are, beside the likeliest.
const MOST_TOGETHER: usize = 3;

type Rule = fn(&Trail) -> Result<Vec<Offer>, FixError>;

const RULES: &[Rule] = &[promised::offers, exchanged::offers, unreturned::offers];

/// What may be done about a diagnostic.
pub(super) fn action(diagnostic: &Diagnostic) -> Option<&'static str> {
    let place = diagnostic.innermost_own_frame().map(|frame| &frame.location);
    let file = place.unwrap_or(&diagnostic.location).file.as_deref()?;
    let is_script = file
        .rsplit_once('.')
        .is_some_and(|(_, ending)| ENDINGS.contains(&ending));
    let is_about_a_value = match diagnostic.error_type {
        ErrorType::Assertion => true,
        ErrorType::Runtime => diagnostic.fact.as_ref().is_some_and(is_another_value),
        _ => false,
    };
    (is_script && is_about_a_value).then_some("await, return or pass what a function on the way leaves out")
}

/// What the rules propose.
pub(super) fn offers(analysis: &Analysis, context: &FixContext<'_>) -> Result<Vec<Offer>, FixError> {
    if action(&analysis.diagnostic).is_none() {
        return Ok(Vec::new());
    }
    let trail = Trail::of(&analysis.diagnostic, context.workspace);
    let mut offers = Vec::new();
    for rule in RULES {
        offers.extend(rule(&trail)?);
    }
    offers.sort_by(|a, b| b.confidence.total_cmp(&a.confidence));
    offers.extend(together(&offers));
    Ok(offers)
}

/// All that is likely, at once: a value may be wrong for several reasons, and stays wrong until the last of
/// them is mended. It is tried after the likeliest alone.
fn together(offers: &[Offer]) -> Option<Offer> {
    let mut likely = offers.iter().filter(|offer| offer.confidence >= LIKELY);
    let first = likely.next()?;
    let mut all = Offer {
        confidence: first.confidence - f64::EPSILON,
        ..first.clone()
    };
    let mut titles = vec![first.title.as_str()];
    for offer in likely.take(MOST_TOGETHER) {
        let clashes = |edit: &Edit| all.edits.iter().any(|own| own == edit || own.overlaps(edit));
        if !offer.edits.iter().any(clashes) {
            all.edits.extend(offer.edits.iter().cloned());
            titles.push(&offer.title);
        }
    }
    all.title = titles.join(", and ");
    (titles.len() > 1).then_some(all)
}

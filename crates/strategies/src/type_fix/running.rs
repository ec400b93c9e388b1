//! JavaScript and TypeScript that fail at run time: omissions in the functions that took part.
//!
//! The program was not compiled, and the message points to where a value is used. The code that
//! made the value is on the [`trail`]. A rule is a file.

mod constant;
mod exchanged;
mod promised;
mod trail;
mod unreturned;

use unbreak_core::{Analysis, Diagnostic, Edit, ErrorType, Fact, FixContext, FixError, RuleId};

use self::trail::Trail;
pub(super) use self::unreturned::OF_ARRAYS;
use crate::proposal::{Offer, by};
use crate::rule::script::wrong_value;
use crate::weights::confidence;

/// Endings of the files that these rules read.
const ENDINGS: &[&str] = &["js", "jsx", "mjs", "cjs", "ts", "tsx", "mts", "cts"];

/// Returns whether a value is another than the program thinks.
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

/// The greatest number of offers combined with the likeliest.
const MOST_TOGETHER: usize = 3;

type Rule = fn(&Trail) -> Result<Vec<Offer>, FixError>;

const RULES: &[(RuleId, Rule)] = &[
    (wrong_value::AWAIT, promised::offers),
    (wrong_value::ORDER, exchanged::offers),
    (wrong_value::RETURN, unreturned::offers),
];

/// The action for a diagnostic, if any.
pub(super) fn action(diagnostic: &Diagnostic) -> Option<&'static str> {
    let place = diagnostic.innermost_own_frame().map(|frame| &frame.location);
    let file = place.unwrap_or(&diagnostic.location).file.as_deref()?;
    let file_is_script = file
        .rsplit_once('.')
        .is_some_and(|(_, ending)| ENDINGS.contains(&ending));
    let is_about_a_value = match diagnostic.error_type {
        ErrorType::Assertion => true,
        ErrorType::Runtime if constant::is_about(diagnostic) => {
            return file_is_script.then_some(constant::ACTION);
        }
        ErrorType::Runtime => diagnostic.fact.as_ref().is_some_and(is_another_value),
        _ => false,
    };
    (file_is_script && is_about_a_value)
        .then_some("await, return or pass what a function on the way leaves out")
}

/// The proposals of the rules.
pub(super) fn offers(analysis: &Analysis, context: &FixContext<'_>) -> Result<Vec<Offer>, FixError> {
    if action(&analysis.diagnostic).is_none() {
        return Ok(Vec::new());
    }
    if constant::is_about(&analysis.diagnostic) {
        let offers = constant::offers(&analysis.diagnostic, context.workspace)?;
        return Ok(by(&crate::rule::script::constant::LET, offers).collect());
    }
    let trail = Trail::of(&analysis.diagnostic, context.workspace);
    let mut offers = Vec::new();
    for (id, rule) in RULES {
        offers.extend(by(id, rule(&trail)?));
    }
    offers.sort_by(|a, b| b.confidence.total_cmp(&a.confidence));
    offers.extend(together(&offers));
    Ok(offers)
}

/// All likely offers at once: a value may be wrong for several reasons, and stays wrong until all
/// are fixed. It is tried after the likeliest alone.
fn together(offers: &[Offer]) -> Option<Offer> {
    let mut likely = offers
        .iter()
        .filter(|offer| offer.confidence >= confidence::possible());
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

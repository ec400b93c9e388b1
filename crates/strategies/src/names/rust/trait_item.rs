//! An item of an `impl` that its trait does not have, where one that the trait wants is missing.

use unbreak_core::{Diagnostic, Edit, StrategyError};

use super::{Found, Rule};
use crate::elsewhere::Subject;
use crate::names::text;
use crate::proposal::{Offer, safe};

pub(super) static RULE: Rule = Rule {
    subject: Subject::Name,
    action: "call the item as the trait does",
    wordings: &[
        r"^(?:method|type|const) `(?P<name>\w+)` is not a member of trait ",
        r"^not all trait items implemented, missing: `(?P<missing>\w+)`$",
    ],
    offers,
};

fn offers(found: &Found<'_>) -> Result<Vec<Offer>, StrategyError> {
    let here = |other: &&Diagnostic| other.file() == found.diagnostic.file();
    let others: Vec<&Diagnostic> = found.case.context.diagnostics.iter().filter(here).collect();
    let said = |words: &str| -> Vec<&Diagnostic> {
        let with = others.iter().filter(|other| other.message.contains(words));
        with.copied().collect()
    };
    let (strangers, missing) = (
        said(" is not a member of trait "),
        said("trait items implemented, missing: "),
    );
    // With more than one of either, nothing says which belongs to which.
    let ([stranger], [missing]) = (strangers.as_slice(), missing.as_slice()) else {
        return Ok(Vec::new());
    };
    let mut wanted = missing.message.split('`').skip(1).step_by(2);
    let (Some(name), Some(wanted), None) = (stranger.message.split('`').nth(1), wanted.next(), wanted.next())
    else {
        return Ok(Vec::new());
    };
    let text = found.case.text;
    let at = stranger.location.line.and_then(|line| {
        let lines = crate::lines::Lines::of(text);
        let range = lines.range(text, line)?;
        let mut words = text::words_in(&text[range.clone()]);
        let word = words.find(|word| &text[range.clone()][word.clone()] == name)?;
        Some(range.start + word.start..range.start + word.end)
    });
    let Some(range) = at else {
        return Ok(Vec::new());
    };
    let edit = Edit::replace(found.case.file, text, range, wanted)?;
    let reason = format!("the trait has no '{name}', and lacks '{wanted}'");
    Ok(vec![safe(
        format!("write '{wanted}' for '{name}'"),
        reason,
        0.9,
        vec![edit],
    )])
}

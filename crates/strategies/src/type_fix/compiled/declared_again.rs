//! Go: `:=` where every name on its left is declared in this scope already.

use unbreak_core::{DeterminedBy, Evidence, Fact, FixError};

use super::Rule;
use super::site::Site;
use crate::proposal::{Offer, guess, safe};
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    action: "assign to the variables that are there",
    endings: &["go"],
    answers: |fact| matches!(fact, Fact::DuplicateDefinition { name: None }),
    offers,
};

fn offers(site: &Site<'_>) -> Result<Vec<Offer>, FixError> {
    let Some(statement) = site.around(&["short_var_declaration"]) else {
        return Ok(Vec::new());
    };
    let colon = site
        .slice(statement)
        .find(":=")
        .map(|at| statement.start_byte() + at);
    let Some(colon) = colon else {
        return Ok(Vec::new());
    };
    let edit = site.replace(colon..colon + 1, "")?;
    let reason = "the variables are declared already, and ':=' would have to declare one";
    let mut names = site.text()[statement.start_byte()..colon]
        .split(',')
        .map(str::trim);
    // These are assigned again and again; with others, a new name may be meant.
    if names.all(|name| matches!(name, "err" | "ok" | "_")) {
        let is_usual = "and it is usual to assign an error again";
        return Ok(vec![Offer {
            evidence: DeterminedBy::Convention.into(),
            ..safe(
                "assign with '='",
                format!("{reason}, {is_usual}"),
                confidence::likely(),
                vec![edit],
            )
        }]);
    }
    let mut evidence: Evidence = DeterminedBy::Convention.into();
    evidence.may_change_meaning = true;
    Ok(vec![Offer {
        evidence,
        ..guess("assign with '='", reason, confidence::likely(), vec![edit])
    }])
}

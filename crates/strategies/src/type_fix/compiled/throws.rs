//! Java: a checked exception that is not declared (the language specification, 11.2.3).

use unbreak_core::{Fact, FixError};

use super::Rule;
use super::site::{Site, children};
use crate::proposal::{Offer, guess};
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    action: "declare the exception",
    endings: &["java"],
    answers: |fact| matches!(fact, Fact::UnhandledException { .. }),
    offers,
};

fn offers(site: &Site<'_>) -> Result<Vec<Offer>, FixError> {
    let (Fact::UnhandledException { exception, .. }, Some(method)) = (site.fact, site.function()) else {
        return Ok(Vec::new());
    };
    // Within a lambda the interface decides what may be thrown.
    let in_lambda = site
        .around(&["lambda_expression"])
        .is_some_and(|lambda| lambda.start_byte() > method.start_byte());
    let Some(parameters) = method.child_by_field_name("parameters").filter(|_| !in_lambda) else {
        return Ok(Vec::new());
    };
    let declared = children(method)
        .into_iter()
        .find(|child| child.kind() == "throws");
    let edit = match declared {
        Some(throws) => site.insert(throws.end_byte(), format!(", {exception}"))?,
        None => site.insert(parameters.end_byte(), format!(" throws {exception}"))?,
    };
    let reason = "it is thrown and not caught; who calls the method meets it too";
    Ok(vec![guess(
        format!("declare that '{exception}' may be thrown"),
        reason,
        confidence::possible(),
        vec![edit],
    )])
}

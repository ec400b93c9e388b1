//! Go: how many values a call results in, and a function returns.

use unbreak_core::{Fact, FixError, ValueRole};

use super::Rule;
use super::site::{Site, children};
use crate::proposal::{Offer, fitting};
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    action: "assign as many values as there are",
    endings: &["go"],
    answers: |fact| match fact {
        Fact::TypeMismatch { role, .. } => *role == Some(ValueRole::Return),
        fact => matches!(fact, Fact::WrongValueCount { .. }),
    },
    offers,
};

fn offers(site: &Site<'_>) -> Result<Vec<Offer>, FixError> {
    let offer = match site.fact {
        Fact::TypeMismatch {
            found: Some(have),
            expected: Some(want),
            ..
        } => returned(site, have, want)?,
        Fact::WrongValueCount {
            expected: Some(names),
            found: Some(values),
        } => assigned(site, *names, *values)?,
        _ => None,
    };
    Ok(offer.into_iter().collect())
}

/// `value := f()` where `f` also results in an error: the rest is left unnamed.
fn assigned(site: &Site<'_>, names: u32, values: u32) -> Result<Option<Offer>, FixError> {
    let surplus = values.checked_sub(names);
    let surplus = surplus.and_then(|surplus| usize::try_from(surplus).ok());
    let kinds = ["short_var_declaration", "assignment_statement", "var_spec"];
    let statement = site.around(&kinds);
    let left = statement.and_then(|it| {
        it.child_by_field_name("left")
            .or_else(|| it.child_by_field_name("name"))
    });
    let (Some(surplus), Some(left)) = (surplus.filter(|surplus| *surplus > 0), left) else {
        return Ok(None);
    };
    let edit = site.insert(left.end_byte(), ", _".repeat(surplus))?;
    let reason = "the call results in more values; what is left unnamed is not looked at, an error neither";
    Ok(Some(fitting(
        "leave what is over unnamed",
        reason,
        confidence::open(),
        vec![edit],
    )))
}

/// `return value` where an error is wanted as well: `nil` for it.
fn returned(site: &Site<'_>, have: &str, want: &str) -> Result<Option<Offer>, FixError> {
    let list = |types: &str| {
        types
            .split(',')
            .map(|kind| kind.trim().to_owned())
            .filter(|kind| !kind.is_empty())
            .collect::<Vec<_>>()
    };
    let (have, want) = (list(have), list(want));
    let lacking = want.get(have.len()..).unwrap_or_default();
    let may_be_nil =
        |kind: &String| kind == "error" || kind.starts_with(['*', '[']) || kind.starts_with("map[");
    if lacking.is_empty() || !lacking.iter().all(may_be_nil) {
        return Ok(None);
    }
    let Some(statement) = site.around(&["return_statement"]) else {
        return Ok(None);
    };
    let nils = vec!["nil"; lacking.len()].join(", ");
    let edit = match children(statement).last() {
        Some(values) => site.insert(values.end_byte(), format!(", {nils}"))?,
        None => site.insert(statement.start_byte() + "return".len(), format!(" {nils}"))?,
    };
    let reason = "the function promises it, and nothing went wrong where it returns";
    Ok(Some(fitting(
        format!("also return '{nils}'"),
        reason,
        confidence::possible(),
        vec![edit],
    )))
}

//! Go: how many values a call results in, and a function returns.

use unbreak_core::{DeterminedBy, Fact, FixError, ValueRole};

use super::Rule;
use super::site::{Site, children};
use crate::proposal::{Offer, fitting, safe};
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

/// `return err` where values are wanted before the error: the zero values of their types, as Go's libraries return
/// them with an error.
fn with_an_error(site: &Site<'_>, have: &[String], want: &[String]) -> Result<Option<Offer>, FixError> {
    let (Some(statement), [kind]) = (site.around(&["return_statement"]), have) else {
        return Ok(None);
    };
    let Some((_, missing)) = want
        .split_last()
        .filter(|(last, _)| *last == kind && kind == "error")
    else {
        return Ok(None);
    };
    let zeros: Option<Vec<&str>> = missing.iter().map(|kind| zero(kind)).collect();
    let value = children(statement).first().copied();
    let (Some(zeros), Some(value)) = (zeros.filter(|zeros| !zeros.is_empty()), value) else {
        return Ok(None);
    };
    // Elsewhere the error may be nil, and the values that belong to it are not known.
    let text = site.slice(value);
    let is_made = text.starts_with("errors.New(") || text.starts_with("fmt.Errorf(");
    let condition = site
        .up(value, &["if_statement"])
        .and_then(|branch| branch.child_by_field_name("condition"));
    let is_checked = condition.is_some_and(|condition| site.slice(condition) == format!("{text} != nil"));
    if !is_made && !is_checked {
        return Ok(None);
    }
    let zeros = zeros.join(", ");
    let edit = site.insert(value.start_byte(), format!("{zeros}, "))?;
    let reason = "with an error, a function returns the zero values of its other results";
    Ok(Some(Offer {
        evidence: DeterminedBy::Convention.into(),
        ..safe(
            format!("also return '{zeros}'"),
            reason,
            confidence::likely(),
            vec![edit],
        )
    }))
}

/// The zero value of a type whose name tells it.
fn zero(kind: &str) -> Option<&'static str> {
    let is_reference = ["*", "[]", "map[", "chan ", "func("]
        .iter()
        .any(|start| kind.starts_with(start));
    let is_integer = |bits: &str| matches!(bits, "" | "8" | "16" | "32" | "64");
    match kind {
        "bool" => Some("false"),
        "string" => Some("\"\""),
        "error" | "any" | "interface{}" => Some("nil"),
        "byte" | "rune" | "float32" | "float64" | "uintptr" => Some("0"),
        _ if is_reference => Some("nil"),
        _ => {
            let bits = kind.strip_prefix('u').unwrap_or(kind).strip_prefix("int");
            bits.is_some_and(is_integer).then_some("0")
        }
    }
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
    if let Some(offer) = with_an_error(site, &have, &want)? {
        return Ok(Some(offer));
    }
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

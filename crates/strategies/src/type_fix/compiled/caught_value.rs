//! TypeScript: a caught value of unknown type (TS18046) whose use requires an error.

use unbreak_core::{Fact, FixError};

use super::Rule;
use super::site::Site;
use crate::proposal::{Offer, guess};
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    action: "treat the caught value as an error",
    endings: &["ts"],
    answers: |fact| matches!(fact, Fact::UntypedValue { .. }),
    offers,
};

/// The members of `Error` (ECMA-262, with those that every engine has).
const MEMBERS: &[&str] = &["cause", "message", "name", "stack"];

fn offers(site: &Site<'_>) -> Result<Vec<Offer>, FixError> {
    let (Fact::UntypedValue { name }, Some(value)) = (site.fact, site.leaf()) else {
        return Ok(Vec::new());
    };
    let asked = value.parent().filter(|it| it.kind() == "member_expression");
    let member = asked.and_then(|it| it.child_by_field_name("property"));
    let is_of_errors = member.is_some_and(|member| MEMBERS.contains(&site.slice(member)));
    let caught = site
        .up(value, &["catch_clause"])
        .and_then(|clause| clause.child_by_field_name("parameter"));
    let is_caught = caught.is_some_and(|caught| site.slice(caught) == name) && site.slice(value) == name;
    if !is_of_errors || !is_caught {
        return Ok(Vec::new());
    }
    let edit = site.replace(value.byte_range(), format!("({name} as Error)"))?;
    let reason = "only an error has the member that is used";
    Ok(vec![guess(
        format!("take '{name}' for an error"),
        reason,
        confidence::preferred(),
        vec![edit],
    )])
}

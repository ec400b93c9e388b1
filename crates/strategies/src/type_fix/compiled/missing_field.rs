//! Rust: a struct's field without a value, while a variable of its name is in scope (E0063).

use unbreak_core::{Fact, FixError};

use super::Rule;
use super::site::{Site, children};
use crate::proposal::{Offer, safe};
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    action: "give the field its value",
    endings: &["rs"],
    answers: |fact| matches!(fact, Fact::MissingField { .. }),
    offers,
};

fn offers(site: &Site<'_>) -> Result<Vec<Offer>, FixError> {
    let Fact::MissingField { names, .. } = site.fact else {
        return Ok(Vec::new());
    };
    let values = site.values();
    let all_there = names
        .iter()
        .all(|name| values.iter().any(|value| value.name == *name));
    let list = site
        .around(&["struct_expression"])
        .and_then(|it| it.child_by_field_name("body"));
    let Some(list) = list.filter(|_| all_there && !names.is_empty()) else {
        return Ok(Vec::new());
    };
    let added = names.join(", ");
    let edit = match children(list).last() {
        Some(last) => site.insert(last.end_byte(), format!(", {added}"))?,
        None => site.replace(list.byte_range(), format!("{{ {added} }}"))?,
    };
    let title = format!("give '{added}' the value of that name");
    Ok(vec![safe(
        title,
        "the struct needs it, and a value of its name is in sight",
        confidence::resolved(),
        vec![edit],
    )])
}

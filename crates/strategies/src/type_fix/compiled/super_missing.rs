//! JavaScript and TypeScript: a constructor that does not call the one of its base class (TS2377).

use unbreak_core::{Fact, FixError};

use super::Rule;
use super::site::{Parameter, Site, children};
use super::types;
use crate::proposal::{Offer, safe};
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    action: "call the constructor of the base class",
    endings: &["js", "ts"],
    answers: |fact| matches!(fact, Fact::MissingSuperCall),
    offers,
};

fn offers(site: &Site<'_>) -> Result<Vec<Offer>, FixError> {
    let constructor = site.function();
    let list = constructor.and_then(|it| it.child_by_field_name("parameters"));
    let body = constructor.and_then(|it| it.child_by_field_name("body"));
    let first = body.and_then(|body| children(body).into_iter().next());
    let (Some(list), Some(first)) = (list, first) else {
        return Ok(Vec::new());
    };
    let base = types::base_around(site, list);
    let wanted = base.and_then(|base| types::constructor_of(site, base));
    let wanted = wanted.unwrap_or_default();
    let own = Parameter::of_typescript(list, site.text());
    // A call without arguments is written by the language service.
    if wanted.is_empty() || wanted.iter().any(|it| !own.contains(it)) {
        return Ok(Vec::new());
    }
    let names: Vec<&str> = wanted.iter().map(|it| it.name.as_str()).collect();
    let line = site.text()[..first.start_byte()]
        .rfind('\n')
        .map_or(0, |at| at + 1);
    let indent = &site.text()[line..first.start_byte()];
    let between = match indent.trim().is_empty() {
        true => format!("\n{indent}"),
        false => " ".to_owned(),
    };
    let call = format!("super({});", names.join(", "));
    let edit = site.insert(first.start_byte(), format!("{call}{between}"))?;
    let reason = "the base class is made of parameters that this one has, too";
    Ok(vec![safe(
        format!("insert '{call}'"),
        reason,
        confidence::only(),
        vec![edit],
    )])
}

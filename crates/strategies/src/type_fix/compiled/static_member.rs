//! TypeScript: a static member that is asked of an instance (TS2576).

use unbreak_core::FixError;

use super::Rule;
use super::site::Site;
use crate::proposal::{Offer, safe};

pub(super) static RULE: Rule = Rule {
    action: "ask the class",
    wordings: &[(
        "ts",
        r"Did you mean to access the static member '(?P<static>[\w.]+)' instead\?",
    )],
    offers,
};

fn offers(site: &Site<'_>) -> Result<Vec<Offer>, FixError> {
    let asked = site.around(&["member_expression"]);
    let (Some(member), Some(asked)) = (site.said("static"), asked) else {
        return Ok(Vec::new());
    };
    let edit = site.replace(asked.byte_range(), member)?;
    let title = format!("write '{member}'");
    Ok(vec![safe(
        title,
        "it is a member of the class itself",
        0.88,
        vec![edit],
    )])
}

//! TypeScript: a static member that is read from an instance (TS2576).

use unbreak_core::{Fact, FixError};

use super::Rule;
use super::site::Site;
use crate::proposal::{Offer, safe};
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    action: "access it through the class",
    endings: &["ts"],
    answers: |fact| matches!(fact, Fact::UnknownMember { .. }),
    offers,
};

fn offers(site: &Site<'_>) -> Result<Vec<Offer>, FixError> {
    // The tool reports a static member together with its class.
    let member = site.fact.instead().first().filter(|name| name.contains('.'));
    let asked = site.around(&["member_expression"]);
    let (Some(member), Some(asked)) = (member, asked) else {
        return Ok(Vec::new());
    };
    let edit = site.replace(asked.byte_range(), member.as_str())?;
    let title = format!("write '{member}'");
    Ok(vec![safe(
        title,
        "it is a member of the class itself",
        confidence::resolved(),
        vec![edit],
    )])
}

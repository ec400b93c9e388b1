//! TypeScript: one value where a list of such values is required.

use tree_sitter::Node;
use unbreak_core::{Fact, FixError, ValueRole};

use super::Rule;
use super::site::{Site, children};
use crate::proposal::{Offer, fitting};
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    action: "make a list of the value",
    endings: &["ts"],
    answers: |fact| {
        matches!(
            fact,
            Fact::TypeMismatch {
                role: Some(ValueRole::Argument),
                ..
            }
        )
    },
    offers,
};

fn offers(site: &Site<'_>) -> Result<Vec<Offer>, FixError> {
    let is_one = match site.fact {
        Fact::TypeMismatch {
            expected: Some(expected),
            found: Some(found),
            ..
        } => {
            let list = expected.strip_prefix("readonly ").unwrap_or(expected);
            list.strip_suffix("[]") == Some(found)
        }
        _ => false,
    };
    let list = site.around(&["arguments"]).filter(|_| is_one);
    let arguments = list.map(children).unwrap_or_default();
    let at = |argument: &&Node<'_>| argument.start_byte() == site.at.start;
    let Some(value) = arguments.iter().find(at) else {
        return Ok(Vec::new());
    };
    let written = site.slice(*value);
    let edit = site.replace(value.byte_range(), format!("[{written}]"))?;
    Ok(vec![fitting(
        format!("pass a list of '{written}' alone"),
        "a list of such values is required",
        confidence::preferred(),
        vec![edit],
    )])
}

//! Java: a primitive type where only a class is allowed: `List<int>`.

use unbreak_core::{Fact, FixError};

use super::Rule;
use super::site::Site;
use crate::proposal::{Offer, safe};
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    action: "write the class of the primitive type",
    endings: &["java"],
    answers: |fact| match fact {
        Fact::TypeMismatch { expected, .. } => expected.as_deref() == Some("reference"),
        _ => false,
    },
    offers,
};

/// The primitive types and the classes that hold their values (JLS 5.1.7).
const CLASSES: &[(&str, &str)] = &[
    ("boolean", "Boolean"),
    ("byte", "Byte"),
    ("char", "Character"),
    ("double", "Double"),
    ("float", "Float"),
    ("int", "Integer"),
    ("long", "Long"),
    ("short", "Short"),
];

fn offers(site: &Site<'_>) -> Result<Vec<Offer>, FixError> {
    let Some(node) = site.leaf().filter(|_| site.around(&["type_arguments"]).is_some()) else {
        return Ok(Vec::new());
    };
    let written = site.slice(node);
    let Some((_, class)) = CLASSES.iter().find(|(primitive, _)| *primitive == written) else {
        return Ok(Vec::new());
    };
    let edit = site.replace(node.byte_range(), *class)?;
    let reason = "a type argument is a class, and this one holds the same values";
    Ok(vec![safe(
        format!("write '{class}' for '{written}'"),
        reason,
        confidence::stated(),
        vec![edit],
    )])
}

//! JavaScript: `await` within a function that is not `async`.

use tree_sitter::Node;
use unbreak_core::{Fact, FixError};

use super::Rule;
use super::site::Site;
use crate::proposal::{Offer, safe};
use crate::type_fix::functions::{self, is_async};
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    action: "make the function async",
    endings: &["js", "ts"],
    answers: |fact| matches!(fact, Fact::AwaitOutsideAsync),
    offers,
};

fn offers(site: &Site<'_>) -> Result<Vec<Offer>, FixError> {
    let points_at_it = site.text()[site.at.start..].starts_with("await");
    let function = site.around(functions::SCRIPT).filter(|_| points_at_it);
    let Some(function) = function.filter(|function| !is_async(*function)) else {
        return Ok(Vec::new());
    };
    let edit = site.insert(place(function), "async ")?;
    let reason = "it awaits something, which only an async function may";
    Ok(vec![safe(
        "make the function async",
        reason,
        confidence::only(),
        vec![edit],
    )])
}

/// The position of the word: before `function`, or before a method's name.
fn place(function: Node<'_>) -> usize {
    match function.kind() {
        "method_definition" => function
            .child_by_field_name("name")
            .map_or(function.start_byte(), |name| name.start_byte()),
        _ => function.start_byte(),
    }
}

//! Rust: a nested function that uses local variables of the outer one, which only a closure can (E0434).

use tree_sitter::Node;
use unbreak_core::{Fact, FixError};

use super::Rule;
use super::site::Site;
use crate::proposal::{Offer, guess};
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    action: "make the function a closure",
    endings: &["rs"],
    answers: |fact| matches!(fact, Fact::CapturedEnvironment),
    offers,
};

fn offers(site: &Site<'_>) -> Result<Vec<Offer>, FixError> {
    let Some(function) = site.around(&["function_item"]) else {
        return Ok(Vec::new());
    };
    let fields = ["name", "parameters", "body"];
    let [Some(name), Some(list), Some(body)] = fields.map(|field| function.child_by_field_name(field)) else {
        return Ok(Vec::new());
    };
    // A closure has no type parameters and no visibility.
    let is_plain = site.text()[function.start_byte()..name.start_byte()].trim() == "fn"
        && function.child_by_field_name("type_parameters").is_none();
    if !is_plain || calls_itself(site, body, site.slice(name)) {
        return Ok(Vec::new());
    }
    let parameters = site.slice(list);
    let inner = parameters[1..parameters.len() - 1].trim();
    let result = site.text()[list.end_byte()..body.start_byte()].trim();
    let result = match result {
        "" => String::new(),
        result => format!("{result} "),
    };
    let edits = vec![
        site.replace(
            function.start_byte()..body.start_byte(),
            format!("let {} = |{inner}| {result}", site.slice(name)),
        )?,
        site.insert(body.end_byte(), ";")?,
    ];
    let reason = "only a closure can use what is around it";
    Ok(vec![guess(
        format!("make '{}' a closure", site.slice(name)),
        reason,
        confidence::preferred(),
        edits,
    )])
}

fn calls_itself(site: &Site<'_>, body: Node<'_>, name: &str) -> bool {
    site.slice(body).contains(&format!("{name}("))
}

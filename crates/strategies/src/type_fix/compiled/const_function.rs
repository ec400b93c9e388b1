//! Rust: a constant that is computed by a function of the workspace which is not `const` (E0015).

use unbreak_core::{Fact, FixError};

use super::Rule;
use super::site::Site;
use crate::proposal::{Offer, guess};
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    action: "make the function const",
    endings: &["rs"],
    answers: |fact| matches!(fact, Fact::NotConstant { .. }),
    offers,
};

fn offers(site: &Site<'_>) -> Result<Vec<Offer>, FixError> {
    let declared = site.noted(|note| note.starts_with("function `") && note.contains("is not const"));
    let function = declared
        .and_then(|at| site.node_at(at))
        .and_then(|node| site.up(node, &["function_item"]));
    let (Some(function), Fact::NotConstant { name }) = (function, site.fact) else {
        return Ok(Vec::new());
    };
    // Behind the visibility, before everything else.
    let head = &site.text()[function.start_byte()..];
    let Some(keyword) = head.find("fn ") else {
        return Ok(Vec::new());
    };
    let before = head[..keyword].trim();
    if !(before.is_empty() || before.starts_with("pub")) {
        return Ok(Vec::new());
    }
    let edit = site.insert(function.start_byte() + keyword, "const ")?;
    let reason = "a constant is computed by functions that are 'const'";
    Ok(vec![guess(
        format!("make '{name}' const"),
        reason,
        confidence::preferred(),
        vec![edit],
    )])
}

//! TypeScript: a member of a value that may be missing, where it is only read.

use tree_sitter::Node;
use unbreak_core::{Fact, FixError, NameUse};

use super::Rule;
use super::site::Site;
use crate::proposal::{Offer, fitting};
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    action: "guard against a missing value",
    endings: &["ts"],
    answers: |fact| matches!(fact, Fact::PossiblyMissing { .. }),
    offers,
};

fn offers(site: &Site<'_>) -> Result<Vec<Offer>, FixError> {
    let Some(mut node) = site.leaf() else {
        return Ok(Vec::new());
    };
    let Fact::PossiblyMissing { name: named, used_as } = site.fact else {
        return Ok(Vec::new());
    };
    let is_call = *used_as == Some(NameUse::Function);
    // The message points to the start of the object: take the longest accessed expression in the
    // named text, or else the first call or member.
    while let Some(parent) = node
        .parent()
        .filter(|parent| parent.start_byte() == node.start_byte())
    {
        let is_enough = match named {
            Some(named) => site.slice(node) == named.as_str(),
            None => node.kind() == "call_expression" || is_call && parent.kind() == "call_expression",
        };
        if is_enough {
            break;
        }
        node = parent;
    }
    let Some(asked) = node
        .parent()
        .filter(|parent| parent.start_byte() == node.start_byte())
    else {
        return Ok(Vec::new());
    };
    let mark = match asked.kind() {
        "member_expression" => "?",
        "subscript_expression" | "call_expression" => "?.",
        _ => return Ok(Vec::new()),
    };
    if is_written(asked) {
        return Ok(Vec::new());
    }
    let edit = site.insert(node.end_byte(), mark)?;
    let title = format!("ask '{}' only if it is there", site.slice(node));
    let reason = "it may be missing, and here it is only read; then the whole is undefined";
    Ok(vec![fitting(title, reason, confidence::possible(), vec![edit])])
}

/// Returns whether a chain of members is assigned to.
fn is_written(asked: Node<'_>) -> bool {
    let mut node = asked;
    while let Some(parent) = node.parent() {
        let is_chain = matches!(
            parent.kind(),
            "member_expression" | "subscript_expression" | "call_expression"
        );
        if !is_chain || parent.start_byte() != node.start_byte() {
            let changes = matches!(
                parent.kind(),
                "assignment_expression" | "augmented_assignment_expression" | "update_expression"
            );
            return changes && parent.child_by_field_name("right") != Some(node);
        }
        node = parent;
    }
    false
}

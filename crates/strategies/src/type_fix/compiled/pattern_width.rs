//! Rust: a pattern that names more fields than there are, or fewer elements (E0023, E0527). Where it names
//! fewer fields, rustc has an edit.

use tree_sitter::Node;
use unbreak_core::{Fact, FixError};

use super::Rule;
use super::site::{Site, children};
use crate::proposal::{Offer, guess};
use crate::weights::confidence;

pub(super) static RULE: Rule = Rule {
    action: "correct the number of fields",
    endings: &["rs"],
    answers: |fact| matches!(fact, Fact::WrongValueCount { .. }),
    offers,
};

fn offers(site: &Site<'_>) -> Result<Vec<Offer>, FixError> {
    let Fact::WrongValueCount {
        expected: Some(named),
        found: Some(have),
    } = site.fact
    else {
        return Ok(Vec::new());
    };
    if named < have {
        return rest_of_array(site);
    }
    fewer_fields(site, usize::try_from(*have).unwrap_or(usize::MAX))
}

/// Removes the fields behind the last existing one from the pattern.
fn fewer_fields(site: &Site<'_>, have: usize) -> Result<Vec<Offer>, FixError> {
    let Some(pattern) = site.around(&["tuple_struct_pattern"]) else {
        return Ok(Vec::new());
    };
    // The first child is the type of the pattern.
    let fields: Vec<Node<'_>> = children(pattern).into_iter().skip(1).collect();
    let (Some(last), true) = (fields.last(), have > 0 && fields.len() > have) else {
        return Ok(Vec::new());
    };
    let edit = site.replace(fields[have - 1].end_byte()..last.end_byte(), "")?;
    let reason = "there is nothing that the last names of the pattern could stand for";
    Ok(vec![guess(
        "leave out what is not there",
        reason,
        confidence::preferred(),
        vec![edit],
    )])
}

/// Adds a rest pattern for the elements that the pattern does not name.
fn rest_of_array(site: &Site<'_>) -> Result<Vec<Offer>, FixError> {
    let list = site.node().and_then(|node| match node.kind() {
        "slice_pattern" => Some(node),
        _ => children(node)
            .into_iter()
            .find(|child| child.kind() == "slice_pattern"),
    });
    let last = list.and_then(|list| children(list).into_iter().last());
    let Some(last) = last else {
        return Ok(Vec::new());
    };
    let edit = site.insert(last.end_byte(), ", ..")?;
    let reason = "the array is longer than the pattern";
    Ok(vec![guess(
        "let the pattern end with `..`",
        reason,
        confidence::preferred(),
        vec![edit],
    )])
}

//! `shapearea()`: a name and an attribute without the dot between them.

use ruff_python_ast::{AnyNodeRef, Stmt};
use ruff_text_size::{TextRange, TextSize};
use unbreak_core::{DeterminedBy, FixError};

use crate::offer::Offer;
use crate::python::project::Parsed;
use crate::python::scope::Reference;
use crate::weights::confidence;

/// Parts the name where the left half is visible and the right one is an attribute of the file's.
pub(super) fn parted(parsed: &Parsed, reading: &Reference) -> Result<Vec<Offer>, FixError> {
    let bound = parsed.scopes.visible(reading.scope);
    let name = reading.name.as_str();
    let splits = (1..name.len()).filter(|&at| name.is_char_boundary(at));
    let mut halves =
        splits.filter(|&at| bound.contains_key(&name[..at]) && is_attribute(parsed, &name[at..]));
    let Some(at) = halves.next() else {
        return Ok(Vec::new());
    };
    let (owner, attribute) = name.split_at(at);
    let place = reading.range.start() + TextSize::of(owner);
    Ok(vec![Offer {
        rule: crate::rule::python::undefined_name::JOINED,
        title: format!("'{owner}.{attribute}' instead of '{name}'"),
        reason: format!("'{owner}' is visible there, and '{attribute}' is an attribute"),
        confidence: confidence::resolved(),
        evidence: DeterminedBy::Resolution.into(),
        edits: vec![parsed.source.replace(TextRange::empty(place), ".")?],
    }])
}

/// Returns whether the file asks for an attribute of this name, or a class defines one.
fn is_attribute(parsed: &Parsed, name: &str) -> bool {
    let mut found = false;
    parsed.source.each_node(|node| {
        found |= matches!(node, AnyNodeRef::ExprAttribute(other) if other.attr.as_str() == name);
    });
    parsed.source.each_statement(|statement| {
        if let Stmt::ClassDef(class) = statement {
            let mut methods = class.body.iter().filter_map(Stmt::as_function_def_stmt);
            found |= methods.any(|method| method.name.as_str() == name);
        }
    });
    found
}
